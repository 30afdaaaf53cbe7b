/** Colours of JavaScript in CodeMirror: of the lines in sight, read from the first line on. */
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view';
import { type CodeState, codeTokens } from '../../core/code-tokens/code-tokens.js';
import styles from './expression-field.module.css';

/** A longer text stays plain: to read it would take a key press its time. */
const longest = 100_000;

const marks = {
  key: Decoration.mark({ class: styles.key ?? '' }),
  string: Decoration.mark({ class: styles.string ?? '' }),
  number: Decoration.mark({ class: styles.number ?? '' }),
  comment: Decoration.mark({ class: styles.comment ?? '' }),
};

function coloursIn({ state: { doc }, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (doc.length > longest) return builder.finish();
  let state: CodeState = 'code';
  for (let number = 1; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    if (line.from > viewport.to) break;
    const read = codeTokens(line.text, state);
    ({ state } = read);
    if (line.to < viewport.from) continue;
    for (const { kind, start, end } of read.tokens)
      builder.add(line.from + start, line.from + end, marks[kind]);
  }
  return builder.finish();
}

export const codeColours = ViewPlugin.define(
  (view) => ({
    colours: coloursIn(view),
    update({ view: now, docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.colours = coloursIn(now);
    },
  }),
  { decorations: (value) => value.colours },
);

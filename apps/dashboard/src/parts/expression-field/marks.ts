/** References as chips, and waves below what is wrong, in CodeMirror. */
import { type Extension, Prec, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { referencesIn } from '../../core/completion/field-references.js';
import type { Scope } from '../../core/completion/scope.js';
import styles from './expression-field.module.css';
import type { Wave } from './field-problem.js';

export const redraw = StateEffect.define();

/** In the lines that are in sight only. */
function chipsIn(view: EditorView, scope: Scope, isJson: boolean): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let end = -1;
  for (const range of view.visibleRanges) {
    const from = view.state.doc.lineAt(range.from).from;
    const text = view.state.sliceDoc(from, range.to);
    for (const found of referencesIn(text, scope, isJson)) {
      if (from + found.from < end) continue;
      end = from + found.to;
      const attributes = { 'data-reference': found.text };
      const chip = Decoration.mark({ class: styles.reference ?? '', attributes });
      builder.add(from + found.from, end, chip);
    }
  }
  return builder.finish();
}

export function chips(scopeOf: () => Scope, isJson: boolean): Extension {
  const plugin = ViewPlugin.define(
    (view) => ({
      chips: chipsIn(view, scopeOf(), isJson),
      update({ view: now, docChanged, viewportChanged, transactions }: ViewUpdate) {
        const isAsked = transactions.some(({ effects }) => effects.some((one) => one.is(redraw)));
        if (docChanged || viewportChanged || isAsked) this.chips = chipsIn(now, scopeOf(), isJson);
      },
    }),
    { decorations: (value) => value.chips },
  );
  // One chip around the colours of JSON, instead of one for each of them.
  return Prec.highest(plugin);
}

export const setWaves = StateEffect.define<readonly Wave[]>();

function waveSet(waves: readonly Wave[], length: number): DecorationSet {
  const ranges = waves
    .filter(({ from, to }) => from < to && to <= length)
    .map(({ from, to, tone }) =>
      Decoration.mark({ class: styles.wrong ?? '', attributes: { 'data-tone': tone } }).range(
        from,
        to,
      ),
    );
  return Decoration.set(ranges, true);
}

export const waves = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, { changes, effects, newDoc }) => {
    const effect = effects.findLast((one) => one.is(setWaves));
    return effect === undefined ? set.map(changes) : waveSet(effect.value, newDoc.length);
  },
  provide: (field) => EditorView.decorations.from(field),
});

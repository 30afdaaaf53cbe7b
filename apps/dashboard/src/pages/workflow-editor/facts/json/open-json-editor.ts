/** CodeMirror for the whole definition: it draws the lines in sight, whatever the length. */
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorLook } from '../../../../parts/expression-field/editor-look.js';
import type { Wave } from '../../../../parts/expression-field/field-problem.js';
import { setWaves, waves } from '../../../../parts/expression-field/marks.js';
import { replaceText } from '../../../../parts/expression-field/replace-text.js';

export interface JsonEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Only of keys that were pressed here. */
  readonly onTyped: () => void;
  readonly onLeft: () => void;
}

export interface JsonEditor {
  text(): string;
  /** What was changed elsewhere: it is not undone here. */
  setText(text: string): void;
  setWaves(list: readonly Wave[]): void;
  show(from: number, to: number): void;
  end(): void;
}

const fills = EditorView.theme({ '&': { height: '100%', maxHeight: 'none' } });

export function openJsonEditor(options: JsonEditorOptions): JsonEditor {
  const { label, isReadOnly } = options;
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        // A carriage return stays the character that it is.
        EditorState.lineSeparator.of('\n'),
        EditorState.readOnly.of(isReadOnly),
        json(),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        search({ top: true }),
        highlightSelectionMatches(),
        keymap.of([...searchKeymap, ...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        drawSelection(),
        waves,
        editorLook(),
        fills,
        EditorView.contentAttributes.of({
          'aria-label': label,
          ...(isReadOnly && { 'aria-readonly': 'true' }),
        }),
        EditorView.domEventHandlers({ blur: () => options.onLeft() }),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          const isOwn = transactions.some((one) => one.annotation(Transaction.remote) !== true);
          if (docChanged && isOwn) options.onTyped();
        }),
      ],
    }),
  });
  return {
    text: () => view.state.sliceDoc(),
    setText: (text) => replaceText(view, text),
    setWaves: (list) => view.dispatch({ effects: setWaves.of(list) }),
    show: (from, to) => {
      const end = view.state.doc.length;
      const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
      view.dispatch({
        selection,
        effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }),
      });
      view.focus();
    },
    end: () => view.destroy(),
  };
}

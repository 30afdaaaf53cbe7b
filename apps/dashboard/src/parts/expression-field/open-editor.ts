/** CodeMirror for one field. It loads on the first focus. */
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderOf,
} from '@codemirror/view';
import { indexSamples } from '../../core/completion/candidates.js';
import { type Mistake, mistakesIn } from '../../core/completion/field-references.js';
import type { Quoting } from '../../core/completion/insert.js';
import type { Scope } from '../../core/completion/scope.js';
import { codeColours } from './code-colours.js';
import { completing, type OpenList } from './completing.js';
import { editorLook } from './editor-look.js';
import { type FieldProblem, type Language, waveOf } from './field-problem.js';
import { chips, redraw, setWaves, waves } from './marks.js';
import { droppedReference } from './reference-drag.js';
import { replaceText } from './replace-text.js';
import { waveOfMistake } from './waves.js';

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: Language;
  readonly quoting: Quoting;
  readonly isSingleLine: boolean;
  readonly placeholder: string;
  readonly scope: Scope;
  /** Of the element that is written in. Asked again after each change. */
  readonly attributes: () => Record<string, string>;
  readonly onChange: (text: string) => void;
  readonly onList: (list: OpenList | null) => void;
  readonly onMistakes: (mistakes: readonly Mistake[]) => void;
}

export interface Editor {
  setText(text: string): void;
  setScope(scope: Scope): void;
  setProblem(problem: FieldProblem | null): void;
  /** The attributes are others now. */
  refresh(): void;
  /** Into the text at a point of the window; null: at the caret. */
  insert(reference: string, at: Point | null): void;
  type(text: string): void;
  take(row: number): void;
  fix(mistake: Mistake): void;
  placeList(): void;
  /** @param isAll all of the text is selected */
  focus(at: Point | null, isAll: boolean): void;
  end(): void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Names are compared when the typing rests. */
const restMs = 400;

const oneLine: Extension = [
  EditorState.transactionFilter.of((transaction) => {
    const isOther = transaction.annotation(Transaction.remote) === true;
    const isSeveral = transaction.startState.doc.lines > 1;
    if (!transaction.docChanged || isOther || isSeveral) return transaction;
    if (transaction.newDoc.lines === 1) return transaction;
    const insert = transaction.newDoc.toString().replaceAll('\n', ' ');
    const { main } = transaction.newSelection;
    const whole = { from: 0, to: transaction.startState.doc.length, insert };
    return [{ changes: whole, selection: { anchor: main.anchor, head: main.head } }];
  }),
  keymap.of([{ key: 'Enter', run: () => true }]),
];

const ofLanguage: Record<Language, () => Extension> = {
  text: () => [],
  expression: () => codeColours,
  code: () => [codeColours, lineNumbers(), highlightActiveLine(), highlightActiveLineGutter()],
  json: () => [json(), lineNumbers(), highlightActiveLine(), highlightActiveLineGutter()],
};

export function openEditor(options: EditorOptions): Editor {
  const { language, quoting, onChange, onMistakes } = options;
  const isJson = language === 'json';
  let { scope } = options;
  let problem: FieldProblem | null = null;
  let [resting, indexing] = [0, 0];
  let mistakes: readonly Mistake[] = [];
  const list = completing({ scope: () => scope, quoting, onList: options.onList });

  const showMistakes = (): void => {
    const text = view.state.sliceDoc();
    mistakes = mistakesIn(text, scope, isJson);
    const placed = problem === null ? null : waveOf(text, problem);
    const all = [...mistakes.map(waveOfMistake), ...(placed === null ? [] : [placed])];
    view.dispatch({ effects: setWaves.of(all) });
    onMistakes(mistakes);
  };
  const rest = (): void => {
    window.clearTimeout(resting);
    resting = window.setTimeout(() => (list.isOpen() ? rest() : showMistakes()), restMs);
  };
  /** One sample at a time: each may take some milliseconds. */
  const index = (): void => {
    window.clearTimeout(indexing);
    const samples = indexSamples(scope);
    const next = (): void => {
      if (samples.next().done !== true) indexing = window.setTimeout(next, 0);
    };
    next();
  };
  const insert = (reference: string, at: Point | null): void => {
    const anchor = at === null ? null : view.posAtCoords(at);
    if (anchor !== null) view.dispatch({ selection: { anchor } });
    list.insert(view, reference);
    view.focus();
  };
  const fix = ({ fix: change }: Mistake): void => {
    if (change === null) return;
    const { from, to, text: insert } = change;
    view.dispatch({ changes: { from, to, insert }, userEvent: 'input' });
    showMistakes();
    view.focus();
  };
  const fixFirst = (): boolean => {
    const first = mistakes.find((one) => one.fix !== null);
    if (first !== undefined) fix(first);
    return first !== undefined;
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        // A carriage return stays the character that it is.
        EditorState.lineSeparator.of('\n'),
        list.extension,
        options.isSingleLine ? oneLine : [],
        history(),
        keymap.of([{ key: 'Alt-Enter', run: fixFirst }, ...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        drawSelection(),
        placeholderOf(options.placeholder),
        ofLanguage[language](),
        chips(() => scope, isJson),
        waves,
        editorLook(),
        EditorView.contentAttributes.of(() => options.attributes()),
        EditorView.domEventHandlers({
          drop: (event) => {
            const reference = droppedReference(event.dataTransfer);
            if (reference === null) return false;
            event.preventDefault();
            event.stopPropagation();
            insert(reference, { x: event.clientX, y: event.clientY });
            return true;
          },
        }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged) return;
          rest();
          const isOwn = transactions.some((one) => one.annotation(Transaction.remote) !== true);
          if (isOwn) onChange(state.sliceDoc());
        }),
      ],
    }),
  });
  showMistakes();
  index();

  return {
    setText: (text) => replaceText(view, text),
    setScope: (next) => {
      if (next === scope) return;
      scope = next;
      view.dispatch({ effects: redraw.of(null) });
      showMistakes();
      index();
    },
    setProblem: (next) => {
      if (next === problem) return;
      problem = next;
      showMistakes();
    },
    refresh: () => view.dispatch({}),
    insert,
    type: (text) =>
      view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type' }),
    take: (row) => {
      list.take(view, row);
      view.focus();
    },
    fix,
    placeList: () => list.place(view),
    focus: (at, isAll) => {
      const end = view.state.doc.length;
      const anchor = (at === null ? null : view.posAtCoords(at)) ?? end;
      view.dispatch({ selection: isAll ? { anchor: 0, head: end } : { anchor } });
      view.focus();
    },
    end: () => {
      window.clearTimeout(resting);
      window.clearTimeout(indexing);
      view.destroy();
    },
  };
}

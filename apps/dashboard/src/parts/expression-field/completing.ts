/** The list of completions of one editor: when it is open, which row is meant, what a key does. */
import { Prec, type Extension } from '@codemirror/state';
import { type Command, EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import type { Candidate } from '../../core/completion/candidates.js';
import { type Completion, completionAt } from '../../core/completion/completion.js';
import {
  insertReference,
  type Quoting,
  takePart,
  takeWhole,
  type TextChange,
} from '../../core/completion/insert.js';
import type { Box } from '../../core/completion/place-list.js';
import type { Scope } from '../../core/completion/scope.js';

export interface OpenList {
  readonly completion: Completion;
  readonly active: number;
  /** The caret with its line, in the window. */
  readonly caret: Box;
}

export interface CompletingOptions {
  readonly scope: () => Scope;
  readonly quoting: Quoting;
  readonly onList: (list: OpenList | null) => void;
}

export interface Completing {
  readonly extension: Extension;
  readonly isOpen: () => boolean;
  take(view: EditorView, row: number): void;
  insert(view: EditorView, reference: string): void;
  /** The caret moved in the window. */
  place(view: EditorView): void;
  close(): void;
}

/** @param base where the text begins that the change was made for */
function apply(
  view: EditorView,
  { from, to, text, caret }: TextChange,
  base: number,
  userEvent: string,
): void {
  view.dispatch({
    changes: { from: base + from, to: base + to, insert: text },
    selection: { anchor: base + caret },
    scrollIntoView: true,
    userEvent,
  });
}

function caretBox(view: EditorView): Box | null {
  const { head } = view.state.selection.main;
  const at = view.coordsAtPos(head);
  return at === null ? null : { left: at.left, right: at.left, top: at.top, bottom: at.bottom };
}

export function completing({ scope, quoting, onList }: CompletingOptions): Completing {
  let open: { readonly completion: Completion; readonly active: number } | null = null;
  const show = (view: EditorView): void =>
    view.requestMeasure({
      key: onList,
      read: caretBox,
      write: (caret) => onList(open === null || caret === null ? null : { ...open, caret }),
    });
  const close = (): void => {
    if (open === null) return;
    open = null;
    onList(null);
  };
  const find = (view: EditorView): Completion | null => {
    const { main } = view.state.selection;
    if (!main.empty) return null;
    const line = view.state.doc.lineAt(main.head);
    return completionAt(line.text, main.head - line.from, scope(), quoting === 'quoted');
  };
  const look = (view: EditorView): boolean => {
    const completion = find(view);
    if (completion === null) close();
    else {
      open = { completion, active: 0 };
      show(view);
    }
    return completion !== null;
  };
  const takeWith = (view: EditorView, how: typeof takeWhole, row: number): boolean => {
    const candidate: Candidate | undefined = open?.completion.rows[row]?.candidate;
    if (open === null || candidate === undefined) return false;
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    const change = how(line.text, open.completion.token, candidate, quoting);
    close();
    apply(view, change, line.from, 'input.complete');
    if (!/[>}]"?$/.test(change.text)) look(view);
    return true;
  };
  const move =
    (step: number): Command =>
    (view) => {
      if (open === null) return false;
      const count = open.completion.rows.length;
      open = { ...open, active: (open.active + step + count) % count };
      show(view);
      return true;
    };
  const escape: Command = () => {
    const wasOpen = open !== null;
    close();
    return wasOpen;
  };
  const keys = keymap.of([
    { key: 'ArrowDown', run: move(1) },
    { key: 'ArrowUp', run: move(-1) },
    { key: 'Enter', run: (view) => takeWith(view, takeWhole, open?.active ?? -1) },
    { key: 'Tab', run: (view) => takeWith(view, takePart, open?.active ?? -1) },
    { key: 'Escape', run: escape, stopPropagation: true },
    { key: 'Ctrl-Space', run: look },
  ]);
  const update = ({
    view,
    docChanged,
    selectionSet,
    focusChanged,
    transactions,
  }: ViewUpdate): void => {
    const isTyped = docChanged && transactions.some((one) => one.isUserEvent('input.type'));
    if (focusChanged && !view.hasFocus) close();
    else if (isTyped) look(view);
    else if (open !== null && (docChanged || selectionSet)) {
      const { from } = open.completion.token;
      if (find(view)?.token.from === from) look(view);
      else close();
    }
  };
  return {
    extension: [Prec.highest(keys), EditorView.updateListener.of(update)],
    isOpen: () => open !== null,
    take: (view, row) => void takeWith(view, takeWhole, row),
    insert: (view, reference) => {
      const { from, to } = view.state.selection.main;
      const first = view.state.doc.lineAt(from);
      const text = view.state.sliceDoc(first.from, view.state.doc.lineAt(to).to);
      const place = { from: from - first.from, to: to - first.from };
      const change = insertReference(text, place, reference, quoting);
      apply(view, change, first.from, 'input.drop');
    },
    place: (view) => (open === null ? undefined : show(view)),
    close,
  };
}

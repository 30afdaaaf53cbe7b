/**
 * Joins the text editor with the draft. What is typed is applied once it rests and is JSON; what
 * is not stays in the editor, also when the panel is closed and opened again.
 */
import type { EditorStore } from '../../store/editor-store.js';
import { takeTyped, type TypedFault, type TypedText } from '../../store/take-typed.js';
import type { JsonEditor, JsonEditorOptions, openJsonEditor } from './open-json-editor.js';

/** A long definition is not read at each key. */
const restMs = 300;

/** Texts that are no JSON yet, as long as the page is open. */
const unread = new WeakMap<EditorStore, TypedText>();

export interface JsonEdit {
  readonly editor: JsonEditor;
  /** Applies what waits, and lets the editor go. */
  end(): void;
}

interface JsonEditOptions extends Pick<JsonEditorOptions, 'parent' | 'label' | 'isReadOnly'> {
  readonly open: typeof openJsonEditor;
  readonly onFault: (fault: TypedFault | null) => void;
}

export function startJsonEdit(store: EditorStore, options: JsonEditOptions): JsonEdit {
  const { open, onFault, ...shown } = options;
  const draft = (): string => store.getState().log.document.text;
  let pending = unread.get(store) ?? null;
  let timer: number | undefined;
  const editor = open({
    ...shown,
    text: pending?.text ?? draft(),
    onTyped: () => {
      pending ??= { text: '', base: draft() };
      window.clearTimeout(timer);
      timer = window.setTimeout(apply, restMs);
    },
    onLeft: () => apply(),
  });

  function apply(): void {
    window.clearTimeout(timer);
    if (pending === null) return;
    const typed: TypedText = { text: editor.text(), base: pending.base };
    pending = typed;
    const fault = takeTyped(store, typed);
    if (fault === null) {
      pending = null;
      unread.delete(store);
      // A merge may have given another text than was typed.
      editor.setText(draft());
    } else unread.set(store, typed);
    onFault(fault);
  }

  const unwatch = store.subscribe(({ log }, before) => {
    if (log.document !== before.log.document && pending === null) editor.setText(log.document.text);
  });
  apply();
  return {
    editor,
    end: () => {
      apply();
      unwatch();
      editor.end();
    },
  };
}

/** When the editor of a field is loaded and opened, and what it takes over. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { editorChunk } from './editor-chunk.js';
import { type FieldHandle, lastField } from './last-field.js';
import type { Editor, openEditor, Point } from './open-editor.js';

/** What happened before the editor was there. */
interface Waiting {
  isFocused: boolean;
  at: Point | null;
  isAll: boolean;
  /** Typed or pasted. */
  keys: string;
  reference: string | null;
}

export interface EditorOfField {
  readonly editor: RefObject<Editor | null>;
  readonly onOpen: (editor: Editor | null) => void;
  /** Null: the text is plain. */
  readonly open: typeof openEditor | null;
  /** The code did not come. */
  readonly isFailed: boolean;
  /** Into the text at a point of the window; null: at the caret. */
  readonly insert: (reference: string, at: Point | null) => void;
  readonly onFocus: () => void;
  /** Of the plain text. */
  readonly plain: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
}

function takeOver(editor: Editor, { isFocused, at, isAll, keys, reference }: Waiting): void {
  if (isFocused) editor.focus(at, isAll);
  if (reference !== null) editor.insert(reference, at);
  if (keys !== '') editor.type(keys);
}

const nothing: Waiting = { isFocused: false, at: null, isAll: false, keys: '', reference: null };

/** @returns whether the editor will know of the key */
function keep(waiting: Waiting, event: KeyboardEvent): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a') return false;
    Object.assign(waiting, { isAll: true, keys: '' });
    return true;
  }
  if (event.key.length === 1) waiting.keys += event.key;
  return event.key.length === 1;
}

export function useEditor(label: string, isReadOnly: boolean): EditorOfField {
  const editor = useRef<Editor | null>(null);
  const waiting = useRef<Waiting>({ ...nothing });
  const [isWanted, setWanted] = useState(false);
  const chunk = useSyncExternalStore(editorChunk.subscribe, editorChunk.state);
  const want = (): void => {
    if (isReadOnly) return;
    waiting.current.isFocused = true;
    setWanted(true);
    void editorChunk.load();
  };
  const insert = (reference: string, at: Point | null): void => {
    if (editor.current !== null) {
      editor.current.insert(reference, at);
      return;
    }
    Object.assign(waiting.current, { reference, at });
    want();
  };
  const [handle] = useState<FieldHandle>(() => ({
    label,
    insert: (reference) => insert(reference, null),
  }));
  // The outside system is the store of the last field: it must not keep one that is gone.
  useEffect(() => () => lastField.gone(handle), [handle]);
  return {
    editor,
    onOpen: (opened) => {
      editor.current = opened;
      if (opened === null) return;
      takeOver(opened, waiting.current);
      Object.assign(waiting.current, nothing);
    },
    open: isWanted && !isReadOnly && chunk.kind === 'loaded' ? chunk.value : null,
    isFailed: isWanted && chunk.kind === 'failed',
    insert,
    onFocus: () => !isReadOnly && lastField.focused(handle),
    plain: {
      onPointerDown: ({ clientX: x, clientY: y }) => (waiting.current.at = { x, y }),
      onFocus: want,
      // Where the editor is there, the focus is about to go over to it.
      onBlur: () => {
        if (editorChunk.state().kind !== 'loaded') Object.assign(waiting.current, nothing);
      },
      onKeyDown: (event) => {
        if (!isReadOnly && keep(waiting.current, event)) event.preventDefault();
      },
      onPaste: (event) => {
        if (isReadOnly) return;
        event.preventDefault();
        waiting.current.keys += event.clipboardData.getData('text/plain');
      },
    },
  };
}

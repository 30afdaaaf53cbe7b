import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { EditorState } from './editor-state.js';
import type { EditorStore } from './editor-store.js';

export interface Editor {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly store: EditorStore;
  /** Saves now what waits. */
  readonly flush: () => Promise<void>;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditorOf(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('there is no editor around this part');
  return editor;
}

/** @param select primitives, or objects that keep their identity */
export const useEditor = <T>(select: (state: EditorState) => T): T =>
  useStore(useEditorOf().store, select);

/** Opens a workflow for editing, and keeps it saved as long as the page is open. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLive } from '../../../data/live/live-feed.js';
import { checkText, draftServer } from './draft-server.js';
import type { Editor } from './editor-context.js';
import { keepPlaces, layoutServer } from './keep-places.js';
import { keepSaving, type Saver } from './keep-saving.js';
import { keepChecked } from './keep-checked.js';
import { keepLog } from './kept-log.js';
import { editorKey, openEditor } from './open-editor.js';

const pageClock = {
  setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clearTimeout: (timer: unknown) => window.clearTimeout(timer as number),
};

/** The saver of the store that is open, whose parts may be called before and after. */
function savers() {
  let current: Saver | null = null;
  return {
    set: (next: Saver | null) => {
      current = next;
    },
    flush: () => current?.flush() ?? Promise.resolve(),
    heard: (revision: number) => current?.heard(revision),
  };
}

/** @param block that the address names at first; '' is none */
export function useOpenedEditor(workspaceId: string, workflowId: string, block: string) {
  const { data, error, refetch } = useQuery({
    queryKey: editorKey(workspaceId, workflowId),
    queryFn: ({ client }) => openEditor(client, workspaceId, workflowId, block),
    // The store is the truth from here on; a page that is opened again reads anew.
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const store = data?.store;
  const [saver] = useState(() => savers());
  // The outside systems are the server, IndexedDB and the network.
  useEffect(() => {
    if (store === undefined) return;
    const next = keepSaving(store, draftServer(workspaceId, workflowId), pageClock);
    saver.set(next);
    const stopKeeping = keepLog(store, workspaceId, workflowId);
    const stopChecking = keepChecked(store, (text) => checkText(workspaceId, text));
    const stopPlaces = keepPlaces(store, layoutServer(workspaceId, workflowId));
    const save = (): void => void next.flush();
    const asleep = (): void => {
      if (document.visibilityState === 'visible') next.heard(Infinity);
      else save();
    };
    window.addEventListener('online', save);
    document.addEventListener('visibilitychange', asleep);
    return () => {
      saver.set(null);
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', asleep);
      stopKeeping();
      stopChecking();
      stopPlaces();
      void next.flush().finally(() => next.stop());
    };
  }, [store, saver, workspaceId, workflowId]);
  useLive((message) => {
    if (message.kind === 'resync') saver.heard(Infinity);
    if (message.kind !== 'workflows') return;
    for (const { id, revision } of message.changes)
      if (id === workflowId) saver.heard(revision ?? Infinity);
  });
  const editor: Editor | null =
    store === undefined ? null : { workspaceId, workflowId, store, flush: saver.flush };
  return { editor, answer: data?.answer, error, retry: () => void refetch() };
}

/**
 * Edits and their undo in IndexedDB, so that a reload or a crash loses neither. One tab of a
 * browser keeps them for a workflow; a second one saves too, and keeps no undo over a reload.
 */
import { del, get, set } from 'idb-keyval';
import { type LogSnapshot, restoreLog, snapshotOf } from '../../../core/edit/log/log-snapshot.js';
import type { EditLog } from '../../../core/edit/log/edit-log.js';
import type { Conflict } from '../../../core/edit/merge/conflict.js';
import { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import {
  createEditorStore,
  type EditorStore,
  type OpenedDraft,
  takeTheirs,
} from './editor-store.js';

export interface KeptDraft {
  readonly base: string;
  readonly revision: number;
  readonly log: LogSnapshot;
  readonly conflicts: readonly Conflict[];
}

/** What was kept, together with what the server has by now. */
export function restoredStore(opened: OpenedDraft, kept: KeptDraft | undefined): EditorStore {
  if (kept === undefined) return createEditorStore(opened);
  const log = restoreLog(kept.log) ?? laterLog(kept.log);
  const isSame = kept.revision === opened.revision;
  // Nothing here was left to save, and the server has something else: this undo is of no use.
  if (log === null || (!isSame && kept.log.text === kept.base)) return createEditorStore(opened);
  const { positions } = opened;
  const store = createEditorStore({ text: kept.base, revision: kept.revision, positions }, log);
  store.setState({ conflicts: kept.conflicts });
  if (!isSame) takeTheirs(store, opened);
  return store;
}

/** Of another release: its commands may mean something else, its text does not. */
function laterLog({ text }: LogSnapshot): EditLog | null {
  const document = WorkflowText.read(text);
  return document && { document, done: [], undone: [], isOpen: false };
}

const keyOf = (workspaceId: string, workflowId: string): string =>
  `flowledger-draft-${workspaceId}-${workflowId}`;

/** Undefined where the browser keeps nothing, as in a private window. */
export const readKept = (workspaceId: string, workflowId: string): Promise<KeptDraft | undefined> =>
  get<KeptDraft>(keyOf(workspaceId, workflowId)).catch(() => undefined);

const keepAfterMs = 250;

/** @returns stops keeping */
export function keepLog(store: EditorStore, workspaceId: string, workflowId: string): () => void {
  const key = keyOf(workspaceId, workflowId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOwner = false;
  const write = (): void => {
    const { log, base, revision, conflicts } = store.getState();
    const isEmpty = log.done.length + log.undone.length + conflicts.length === 0;
    const kept: KeptDraft = { base, revision, log: snapshotOf(log), conflicts };
    void (isEmpty && log.document.text === base ? del(key) : set(key, kept)).catch(() => undefined);
  };
  const ended = new AbortController();
  void navigator.locks
    .request(key, { signal: ended.signal }, async () => {
      isOwner = true;
      await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    })
    .catch(() => undefined);
  const unwatch = store.subscribe((state, before) => {
    if (!isOwner || (state.log === before.log && state.base === before.base)) return;
    clearTimeout(timer);
    timer = setTimeout(write, keepAfterMs);
  });
  return () => {
    clearTimeout(timer);
    if (isOwner) write();
    unwatch();
    ended.abort();
  };
}

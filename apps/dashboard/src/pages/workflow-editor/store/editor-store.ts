/** The editor's state, and the only functions that change it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command } from '../../../core/edit/command/command.js';
import {
  type EditLog,
  type LogAction,
  startLog,
  takeAction,
} from '../../../core/edit/log/edit-log.js';
import { commandToChoose } from '../../../core/edit/merge/choose.js';
import type { Conflict, Side } from '../../../core/edit/merge/conflict.js';
import { mergeDefinitions } from '../../../core/edit/merge/merge.js';
import { isRefusal, type Refusal } from '../../../core/edit/patch/refusal.js';
import { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import type { BlockPositions } from '../../../core/layout/stored.js';
import { type Adding, type EditorState, isDirty, type Problem, type Step } from './editor-state.js';

export type EditorStore = StoreApi<EditorState>;

/** What the server answered when the workflow was opened. */
export interface OpenedDraft {
  readonly text: string;
  readonly revision: number;
  readonly positions: BlockPositions;
}

/** @param log kept from before a reload; null: none */
export function createEditorStore(
  { text, revision, positions }: OpenedDraft,
  log: EditLog | null = null,
): EditorStore {
  const document = WorkflowText.read(text) ?? emptyText();
  return createStore<EditorState>(() => ({
    log: log ?? startLog(document),
    ...{ base: text, revision, positions },
    // Places are not kept over a reload, edits are.
    steps: (log?.done ?? []).map((): Step => ({ kind: 'edit' })),
    undoneSteps: (log?.undone ?? []).map((): Step => ({ kind: 'edit' })),
    saving: { kind: 'saved' },
    ...{ problems: [], warnings: [], conflicts: [], selected: [], adding: null, going: null },
  }));
}

function emptyText(): WorkflowText {
  const document = WorkflowText.read('{"blocks":[],"edges":[]}');
  if (document === null) throw new Error('an empty definition is no JSON');
  return document;
}

function take(store: EditorStore, action: LogAction): Refusal | null {
  const { log } = store.getState();
  const { log: next, refusal } = takeAction(log, action);
  store.setState({ log: next });
  return refusal;
}

/** @returns why it was not done; null: it was */
export function edit(store: EditorStore, command: Command, atMs = Date.now()): Refusal | null {
  const before = store.getState();
  const refusal = take(store, { kind: 'do', command, atMs });
  const { log } = store.getState();
  if (refusal !== null || log.document === before.log.document) return refusal;
  // Keys that are typed one by one are one step.
  const isNew = log.done.length > before.log.done.length;
  store.setState({
    steps: isNew ? [...before.steps, { kind: 'edit' }] : before.steps,
    undoneSteps: [],
  });
  return null;
}

export function move(store: EditorStore, moved: BlockPositions): void {
  const { positions: before, steps } = store.getState();
  const after = { ...before, ...moved };
  store.setState({
    positions: after,
    steps: [...steps, { kind: 'move', before, after }],
    undoneSteps: [],
  });
}

export function undo(store: EditorStore): Refusal | null {
  const { steps, undoneSteps } = store.getState();
  const step = steps.at(-1);
  if (step === undefined) return null;
  store.setState({ steps: steps.slice(0, -1), undoneSteps: [...undoneSteps, step] });
  if (step.kind === 'edit') return take(store, { kind: 'undo' });
  store.setState({ positions: step.before });
  return null;
}

export function redo(store: EditorStore): Refusal | null {
  const { steps, undoneSteps } = store.getState();
  const step = undoneSteps.at(-1);
  if (step === undefined) return null;
  store.setState({ steps: [...steps, step], undoneSteps: undoneSteps.slice(0, -1) });
  if (step.kind === 'edit') return take(store, { kind: 'redo' });
  store.setState({ positions: step.after });
  return null;
}

export const select = (store: EditorStore, selected: readonly string[]): void =>
  store.setState({ selected });

/** @param adding null: closes the list of blocks */
export const openAdding = (store: EditorStore, adding: Adding | null): void =>
  store.setState({ adding });

export interface Theirs {
  readonly text: string;
  readonly revision: number;
  /** Of their draft, until a save here says those of the merged one. */
  readonly problems?: readonly Problem[];
}

/** Takes what someone else saved. My edits that were not saved are written into it. */
export function takeTheirs(store: EditorStore, theirs: Theirs): void {
  const { log, base, conflicts } = store.getState();
  // Only its name or its folder is another one: the undo here stays exact.
  if (theirs.text === base) {
    store.setState({ revision: theirs.revision });
    return;
  }
  const merged = isDirty(store.getState())
    ? mergeDefinitions({ base, mine: log.document.text, theirs: theirs.text })
    : { kind: 'merged' as const, text: theirs.text, conflicts: [] };
  if (isRefusal(merged)) return;
  take(store, { kind: 'remote', text: merged.text });
  store.setState({
    ...{ base: theirs.text, revision: theirs.revision },
    ...(theirs.problems !== undefined && { problems: theirs.problems }),
    conflicts: [...conflicts, ...merged.conflicts],
  });
}

/** Ends a conflict: the side that was chosen is an edit like any other. */
export function choose(store: EditorStore, conflict: Conflict, side: Side): Refusal | null {
  const { log, conflicts } = store.getState();
  const refusal =
    side === 'theirs' ? null : edit(store, commandToChoose(log.document, conflict, side));
  if (refusal === null) store.setState({ conflicts: conflicts.filter((one) => one !== conflict) });
  return refusal;
}

/**
 * What a person did to a workflow, with unlimited undo. A pure fold over actions: the same text and
 * actions give the same log, so the actions are the copy that survives a crash. What others changed
 * can not be undone here, and an undo does not overwrite it.
 */
import { applyCommand } from '../command/apply-command.js';
import type { Command } from '../command/command.js';
import type { Applied } from '../patch/apply-patches.js';
import type { Patch } from '../patch/patch.js';
import { isRefusal, type Refusal, refused } from '../patch/refusal.js';
import { sameJson } from '../text/same-value.js';
import { WorkflowText } from '../text/workflow-text.js';
import { continuesTyping } from './typing.js';

export interface LogEntry {
  readonly command: Command;
  readonly inverse: readonly Patch[];
  readonly atMs: number;
  /** Someone else changed the workflow since, perhaps this field. */
  readonly isShaken: boolean;
}

export interface UndoneEntry extends LogEntry {
  /** Exact where the command alone is not: keys that were typed one by one are one entry. */
  readonly redo: readonly Patch[];
}

export interface EditLog {
  readonly document: WorkflowText;
  readonly done: readonly LogEntry[];
  /** The last one is done again first. */
  readonly undone: readonly UndoneEntry[];
  /** The last action was a command, which the next one may continue. */
  readonly isOpen: boolean;
}

export type LogAction =
  | { readonly kind: 'do'; readonly command: Command; readonly atMs: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  /** What the merge with someone else's edit gave. */
  | { readonly kind: 'remote'; readonly text: string };

export interface LogStep {
  readonly log: EditLog;
  /** Null: done. An entry that is refused leaves the log, so that the one before can be undone. */
  readonly refusal: Refusal | null;
}

const stepTo = (log: EditLog, refusal: Refusal | null = null): LogStep => ({ log, refusal });

export const startLog = (document: WorkflowText): EditLog => ({
  document,
  done: [],
  undone: [],
  isOpen: false,
});

function record(log: EditLog, command: Command, atMs: number): LogStep {
  const result = applyCommand(log.document, command);
  if (isRefusal(result)) return stepTo(log, result);
  if (result.inverse.length === 0) return stepTo(log);
  const { document, inverse } = result;
  const last = log.done.at(-1);
  const entry = { command, inverse, atMs, isShaken: false };
  const done =
    last !== undefined && log.isOpen && continuesTyping(last, entry)
      ? [...log.done.slice(0, -1), { ...entry, inverse: last.inverse }]
      : [...log.done, entry];
  return stepTo({ document, done, undone: [], isOpen: true });
}

const applying = (patches: readonly Patch[]): Command => ({ kind: 'applyPatches', patches });

/** The edit, unless its opposite would not lead back: then someone else changed the same field. */
function careful(document: WorkflowText, edit: Command, opposite: Command): Applied | Refusal {
  const result = applyCommand(document, edit);
  const back = isRefusal(result) ? result : applyCommand(result.document, opposite);
  const isBack = !isRefusal(back) && sameJson(back.document.text, document.text);
  return isBack ? result : refused('changedSince');
}

function undo(log: EditLog): LogStep {
  const entry = log.done.at(-1);
  if (entry === undefined) return stepTo(log);
  const rest = { ...log, done: log.done.slice(0, -1), isOpen: false };
  const inverse = applying(entry.inverse);
  const result = entry.isShaken
    ? careful(log.document, inverse, entry.command)
    : applyCommand(log.document, inverse);
  if (isRefusal(result)) return stepTo(rest, result);
  const undone = { ...entry, redo: result.inverse, isShaken: false };
  return stepTo({ ...rest, document: result.document, undone: [...log.undone, undone] });
}

function redo(log: EditLog): LogStep {
  const entry = log.undone.at(-1);
  if (entry === undefined) return stepTo(log);
  const rest = { ...log, undone: log.undone.slice(0, -1), isOpen: false };
  const again = entry.isShaken ? entry.command : applying(entry.redo);
  const result = entry.isShaken
    ? careful(log.document, again, applying(entry.inverse))
    : applyCommand(log.document, again);
  if (isRefusal(result)) return stepTo(rest, result);
  const { command, atMs } = entry;
  const done = { command, inverse: result.inverse, atMs, isShaken: false };
  return stepTo({ ...rest, document: result.document, done: [...log.done, done] });
}

function takeRemote(log: EditLog, text: string): LogStep {
  const document = WorkflowText.read(text);
  if (document === null) return stepTo(log, refused('notJson'));
  const done = log.done.map((entry) => ({ ...entry, isShaken: true }));
  const undone = log.undone.map((entry) => ({ ...entry, isShaken: true }));
  return stepTo({ document, done, undone, isOpen: false });
}

export function takeAction(log: EditLog, action: LogAction): LogStep {
  switch (action.kind) {
    case 'do':
      return record(log, action.command, action.atMs);
    case 'undo':
      return undo(log);
    case 'redo':
      return redo(log);
    case 'remote':
      return takeRemote(log, action.text);
  }
}

/** The log that these actions made. */
export const replay = (document: WorkflowText, actions: readonly LogAction[]): EditLog =>
  actions.reduce((log, action) => takeAction(log, action).log, startLog(document));

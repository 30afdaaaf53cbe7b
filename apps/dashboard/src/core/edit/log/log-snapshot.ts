/** The log as IndexedDB keeps it. Actions that came later are replayed on top. */
import { WorkflowText } from '../text/workflow-text.js';
import type { EditLog, LogEntry, UndoneEntry } from './edit-log.js';

/** Raised when a command or a patch changes its meaning: an older copy is then refused. */
const version = 1;

export interface LogSnapshot {
  readonly version: number;
  readonly text: string;
  readonly done: readonly LogEntry[];
  readonly undone: readonly UndoneEntry[];
}

export const snapshotOf = ({ document, done, undone }: EditLog): LogSnapshot => ({
  version,
  text: document.text,
  done,
  undone,
});

/** @returns null when another release of the page wrote it */
export function restoreLog({ version: written, text, done, undone }: LogSnapshot): EditLog | null {
  const document = written === version ? WorkflowText.read(text) : null;
  return document && { document, done, undone, isOpen: false };
}

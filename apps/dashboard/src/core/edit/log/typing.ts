/** Keys pressed in one field are one step of the undo. */
import type { Command } from '../command/command.js';
import { isTarget } from '../text/target.js';

interface Timed {
  readonly command: Command;
  readonly atMs: number;
}

/** From one key to the next. */
const longestPauseMs = 1_000;

export function continuesTyping(last: Timed, next: Timed): boolean {
  const pauseMs = next.atMs - last.atMs;
  if (pauseMs < 0 || pauseMs >= longestPauseMs) return false;
  const [before, after] = [last.command, next.command];
  // The JSON tab, where an edit does not stay in one field.
  if (before.kind === 'replaceText') return after.kind === 'replaceText';
  if (before.kind !== 'setField' || after.kind !== 'setField') return false;
  return isTarget(before.target, after.target);
}

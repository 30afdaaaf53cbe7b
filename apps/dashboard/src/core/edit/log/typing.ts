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
  if (last.command.kind !== 'setField' || next.command.kind !== 'setField') return false;
  const pauseMs = next.atMs - last.atMs;
  if (pauseMs < 0 || pauseMs >= longestPauseMs) return false;
  return isTarget(last.command.target, next.command.target);
}

/** Whether control commands resume a parked execution, and with which history. Pure. */
import { turnWait } from '@libs/contracts';
import { evolve, addressKey, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { Command } from '../execution/command.js';

/** Whether the command is for something that this parked execution waits for. */
const concerns = (history: ExecutionHistory, command: Command): boolean =>
  command.kind === 'cancel' ||
  (history.awaitsSlot && command.resume.blockId === turnWait.blockId) ||
  history.open.get(addressKey(command.resume))?.waitId === command.resume.waitId;

/**
 * @param history as of its last pause; updated in place
 * @param since events that an earlier owner recorded after it woke the execution
 * @param commands reordered in place: the matching one comes first
 * @returns false when the commands come too late, or are for a wait that is over
 */
export function goesOn(
  history: ExecutionHistory,
  since: readonly ExecutionEvent[],
  commands: Command[],
): boolean {
  for (const event of since) evolve(history, event);
  if (history.ended !== null) return false;
  const wanted = commands.findIndex((command) => concerns(history, command));
  if (wanted > 0) commands.unshift(...commands.splice(wanted, 1));
  // Already woken: the first command that is re-read holds it from now on.
  return wanted >= 0 || history.parkedAt === null;
}

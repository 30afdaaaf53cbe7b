/** Whether orders bring a parked execution back, and with what history. Pure. */
import { turnWait } from '@libs/contracts';
import { evolve, placeKey, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { Command } from './command.js';

/** Whether an order is for something that this parked execution waits for. */
const concerns = (history: ExecutionHistory, command: Command): boolean =>
  command.kind === 'cancel' ||
  (history.awaitsTurn && command.order.blockId === turnWait.blockId) ||
  history.open.get(placeKey(command.order))?.waitId === command.order.waitId;

/**
 * @param history as it parked last; brought up to date in place
 * @param since what an earlier owner, who had woken it, recorded after that
 * @param commands sorted in place: the one that is for it comes first
 * @returns false when the orders come too late, or are for a wait that is over
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
  // Woken before: whichever order is read again first holds it from now on.
  return wanted >= 0 || history.parkedAt === null;
}

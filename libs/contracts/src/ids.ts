/** Ids derived from other ids, so that a repeated step makes the same id again. */
import { v5 } from 'uuid';

const namespace = '0e5a1d62-6f0f-4bd9-9f0c-0d7f2b5a7c11';

export const logIdOf = (executionId: string): string => v5(`log:${executionId}`, namespace);
/** Id of a ledger event; a batch that is sent again has the same ids. */
export const ledgerEventIdOf = (executionId: string, sequence: number): string =>
  `${executionId}:${sequence}`;
/** Id of the public completion event (spec 2.5 `id`). */
export const completionEventIdOf = (executionId: string): string =>
  `evt_${v5(`completed:${executionId}`, namespace)}`;
export const stepEventIdOf = (executionId: string, sequence: number): string =>
  `step_${v5(`step:${executionId}:${sequence}`, namespace)}`;
/** Id of one event's delivery to one subscription; reprocessing can't make a second delivery. */
export const deliveryIdOf = (eventId: string, subscriptionId: string): string =>
  v5(`delivery:${eventId}:${subscriptionId}`, namespace);
/** Id of the child run that one block of an execution starts; starting it twice starts one run. */
export const childExecutionIdOf = (
  executionId: string,
  blockId: string,
  iteration: string,
): string => v5(`child:${executionId}:${blockId}:${iteration}`, namespace);

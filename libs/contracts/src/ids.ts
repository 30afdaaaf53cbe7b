/** Ids that are functions of other ids, so that a repeated step mints the same one again. */
import { v5 } from 'uuid';

const namespace = '0e5a1d62-6f0f-4bd9-9f0c-0d7f2b5a7c11';

/** Id of the log entry of an execution. */
export const logIdOf = (executionId: string): string => v5(`log:${executionId}`, namespace);
/** Id of a ledger event: the same when a writer sends a batch again. */
export const ledgerEventIdOf = (executionId: string, sequence: number): string =>
  `${executionId}:${sequence}`;
/** Id of the public completion event (spec 2.5 `id`). */
export const completionEventIdOf = (executionId: string): string =>
  `evt_${v5(`completed:${executionId}`, namespace)}`;
/** Id of a public step event. */
export const stepEventIdOf = (executionId: string, sequence: number): string =>
  `step_${v5(`step:${executionId}:${sequence}`, namespace)}`;
/** Id of the delivery of one event to one subscription: reprocessing can't mint a second (design.md section 6). */
export const deliveryIdOf = (eventId: string, subscriptionId: string): string =>
  v5(`delivery:${eventId}:${subscriptionId}`, namespace);
/** Id of the child run that one block of an execution starts: starting it twice is starting it once. */
export const childExecutionIdOf = (
  executionId: string,
  blockId: string,
  iteration: string,
): string => v5(`child:${executionId}:${blockId}:${iteration}`, namespace);

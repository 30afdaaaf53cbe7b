/** Ids that are functions of other ids, so that a repeated step mints the same one again. */
import { nameIdsIn } from './name-id.js';

const idOf = nameIdsIn('0e5a1d62-6f0f-4bd9-9f0c-0d7f2b5a7c11');

/** Id of the log entry of an execution. */
export const logIdOf = (executionId: string): string => idOf(`log:${executionId}`);
/** Id of a ledger event: the same when a writer sends a batch again. */
export const ledgerEventIdOf = (executionId: string, sequence: number): string =>
  `${executionId}:${sequence}`;
/** Id of the public completion event (spec 2.5 `id`). */
export const completionEventIdOf = (executionId: string): string =>
  `evt_${idOf(`completed:${executionId}`)}`;
/** Id of a public step event. */
export const stepEventIdOf = (executionId: string, sequence: number): string =>
  `step_${idOf(`step:${executionId}:${sequence}`)}`;
/** Id of the delivery of one event to one subscription: reprocessing can't mint a second (design.md section 6). */
export const deliveryIdOf = (eventId: string, subscriptionId: string): string =>
  idOf(`delivery:${eventId}:${subscriptionId}`);
/** Id of the child run that one block of an execution starts: starting it twice is starting it once. */
export const childExecutionIdOf = (
  executionId: string,
  blockId: string,
  iteration: string,
): string => idOf(`child:${executionId}:${blockId}:${iteration}`);

/** Blocks that would make their execution park, against the account's quota. */
import { failed } from '@libs/blocks';
import type { StepAddress } from '@libs/execution';
import type { ExecutionContext } from './execution-context.js';
import type { ParkAnswer, ParkRefusal } from './park-permit.js';

/** Null also while another block waits: the execution parks in any case. */
export const permitOf = ({
  waits,
  permit,
}: Pick<ExecutionContext, 'waits' | 'permit'>): ParkAnswer =>
  waits.size > 0 ? null : permit.answer();

/** Records the wait, or fails the block with the refusal. */
export function parkOrFail(
  context: ExecutionContext,
  address: StepAddress,
  startedAt: number,
  refusal: ParkRefusal | null,
  park: () => void,
): void {
  if (context.isOver()) return;
  if (refusal === null) park();
  else context.complete(address, startedAt, failed(null, refusal));
}

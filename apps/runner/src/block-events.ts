/** From a block's outcome to the event that records it: bounded, and with every resolved secret masked (design.md 3.7). */
import { failed, type BlockError, type BlockOutcome, type CompiledWorkflow } from '@libs/blocks';
import {
  maxBlockOutputBytes,
  maxEventPayloadBytes,
  maxExecutionOutputBytes,
  type BlockCompleted,
} from '@libs/contracts';
import {
  blockErrorOf,
  maskedJsonText,
  maskText,
  type ExecutionScope,
  type Route,
  type StepPlace,
} from '@libs/execution';
import { overflowOf } from '@libs/workflow';

export interface DescribedBlock {
  readonly blockId: string;
  readonly blockName: string;
  readonly blockType: string;
  readonly iteration: string;
}

export function blockOf(
  workflow: CompiledWorkflow,
  { index, iteration }: StepPlace,
): DescribedBlock {
  const block = workflow.definition.blocks[index];
  if (block === undefined) throw new Error(`no block ${index}`);
  return { blockId: block.id, blockName: block.name, blockType: block.type, iteration };
}

const failure = (error: unknown): BlockOutcome => failed(null, blockErrorOf(error));

/** Whatever a block throws becomes its outcome: one block can't take the runner down. */
export function crashed<T>(run: () => Promise<T>): Promise<T | BlockOutcome>;
export function crashed<T>(run: () => T): T | BlockOutcome;
export function crashed<T>(
  run: () => T | Promise<T>,
): T | BlockOutcome | Promise<T | BlockOutcome> {
  try {
    const outcome = run();
    return outcome instanceof Promise ? outcome.catch(failure) : outcome;
  } catch (error) {
    return failure(error);
  }
}

/** JSON text without secrets. */
export const textOf = (value: unknown, scope: ExecutionScope): string =>
  maskedJsonText(value, scope.revealed);

/** Masked JSON text of what a block takes in; null when there is none, or too much is recorded already. */
export function recordedInput(
  input: unknown,
  scope: ExecutionScope,
  keptBytes: number,
): string | null {
  if (input === null || overflowOf(input, maxEventPayloadBytes) !== null) return null;
  const text = textOf(input, scope);
  return keptBytes + Buffer.byteLength(text) <= maxExecutionOutputBytes ? text : null;
}

type CompletedData = Omit<BlockCompleted, 'executionId' | 'sequence' | 'occurredAt'>;

/** An outcome whose output is JSON text, masked, and no larger than may be kept. */
export interface BoundedOutcome extends BlockOutcome {
  readonly outputText: string;
}

/** @param keptBytes of the outputs that its execution has already */
export function bounded(
  outcome: BlockOutcome,
  scope: ExecutionScope,
  keptBytes: number,
): BoundedOutcome {
  const overflow = overflowOf(outcome.output, maxBlockOutputBytes);
  // Nothing is made of what is not kept.
  const outputText = overflow === null ? textOf(outcome.output, scope) : 'null';
  const error =
    overflow === null ? tooLarge(Buffer.byteLength(outputText), keptBytes) : overflows(overflow);
  if (error === null) return { ...outcome, outputText };
  // Why it failed says more than that what it had gathered until then is too large.
  const own = outcome.tolerable ? null : outcome.error;
  return { ...outcome, outputText: 'null', error: own ?? error, tolerable: false };
}

/** @param path inside the output, where it becomes too large */
const overflows = (path: string): BlockError => ({
  code: 'OUTPUT_TOO_LARGE',
  message: `The output is larger than the ${maxBlockOutputBytes} bytes that are kept${path === '' ? '' : `; it becomes so at ${path}`}. Ask for less or page through it`,
});

function tooLarge(sizeBytes: number, keptBytes: number): BlockOutcome['error'] {
  if (sizeBytes > maxBlockOutputBytes) {
    const message = `The output has ${sizeBytes} bytes; at most ${maxBlockOutputBytes} are kept. Ask for less or page through it`;
    return { code: 'OUTPUT_TOO_LARGE', message };
  }
  // Nothing, `null`, always fits.
  if (sizeBytes > 4 && keptBytes + sizeBytes > maxExecutionOutputBytes) {
    const message = `With this output of ${sizeBytes} bytes the blocks of this execution would have given more than ${maxExecutionOutputBytes}. Let a child workflow do a part, or a function give back only what is needed`;
    return { code: 'STATE_TOO_LARGE', message };
  }
  return null;
}

export function blockCompleted(
  block: DescribedBlock,
  startedAt: number,
  endedAt: number,
  outcome: BoundedOutcome,
  route: Route,
  scope: ExecutionScope,
  keptInputBytes: number,
): CompletedData {
  const input = recordedInput(outcome.input, scope, keptInputBytes);
  // The input is for the log only: it gives way before the output does.
  const sizeBytes =
    Buffer.byteLength(outcome.outputText) + (input === null ? 0 : Buffer.byteLength(input));
  return {
    ...block,
    startedAt,
    endedAt,
    input: sizeBytes <= maxEventPayloadBytes ? input : null,
    output: outcome.outputText,
    error: route.error && {
      code: route.error.code,
      message: maskText(route.error.message, scope.revealed),
      blockId: block.blockId,
      blockName: block.blockName,
    },
    ports: route.ports,
    attempts: outcome.attempts,
    cost: outcome.usage?.costUsd ?? 0,
    models: outcome.usage === undefined ? null : JSON.stringify(outcome.usage.models),
  };
}

/** Turns a block's outcome into its recorded event: bounded, with every resolved secret masked. */
import { failed, type BlockError, type BlockOutcome, type CompiledWorkflow } from '@libs/blocks';
import {
  findUnstorableText,
  maxBlockOutputBytes,
  maxEventPayloadBytes,
  maxExecutionOutputBytes,
  toJsonText,
  type BlockCompleted,
} from '@libs/contracts';
import { largeFrom, ownTurn, slices } from '@libs/event-loop';
import {
  blockErrorOf,
  maskedJson,
  maskedJsonText,
  maskText,
  type ExecutionScope,
  type Route,
  type StepAddress,
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
  { index, iteration }: StepAddress,
): DescribedBlock {
  const block = workflow.definition.blocks[index];
  if (block === undefined) throw new Error(`no block ${index}`);
  return { blockId: block.id, blockName: block.name, blockType: block.type, iteration };
}

const failure = (error: unknown): BlockOutcome => failed(null, blockErrorOf(error));

/** Turns anything a block throws into its outcome, so that one block can't take the runner down. */
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
const textOf = (value: unknown, scope: ExecutionScope, onReplaced?: () => void): string =>
  maskedJsonText(value, scope.revealed, onReplaced);

/** The same, with a yield to the event loop between the steps over a large value. */
export async function textInTurns(
  value: unknown,
  secrets: ReadonlySet<string>,
  onReplaced?: () => void,
): Promise<string> {
  const json = toJsonText(value, onReplaced);
  await ownTurn(json.length);
  const steps = maskedJson(json, secrets);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await ownTurn(json.length);
  }
}

/** An outcome with its recorded texts, when these are large. */
export interface WrittenOutcome extends BlockOutcome {
  readonly outputText?: string;
  readonly inputText?: string;
  /** `outputText` lacks a character of the output that can not be recorded. */
  readonly isReplaced?: boolean;
}

export const isLargeOutcome = ({ output, input }: BlockOutcome): boolean =>
  overflowOf(output, largeFrom) !== null || overflowOf(input, largeFrom) !== null;

async function writtenText(
  value: unknown,
  most: number,
  secrets: ReadonlySet<string>,
  onReplaced?: () => void,
): Promise<string | undefined> {
  await slices.next();
  return overflowOf(value, most) === null ? textInTurns(value, secrets, onReplaced) : undefined;
}

/** Serializes the recorded texts of a large outcome. */
export async function written(
  outcome: BlockOutcome,
  { revealed }: ExecutionScope,
): Promise<WrittenOutcome> {
  let isReplaced = false;
  const outputText = await writtenText(outcome.output, maxBlockOutputBytes, revealed, () => {
    isReplaced = true;
  });
  const inputText = await writtenText(outcome.input, maxEventPayloadBytes, revealed);
  await slices.next();
  return {
    ...outcome,
    isReplaced,
    ...(outputText !== undefined && { outputText }),
    ...(inputText !== undefined && { inputText }),
  };
}

/** Masked JSON text of a block's input; null when there is none or it exceeds a size limit. */
export function recordedInput(
  input: unknown,
  scope: ExecutionScope,
  keptBytes: number,
  written?: string,
): string | null {
  if (input === null || overflowOf(input, maxEventPayloadBytes) !== null) return null;
  const text = written ?? textOf(input, scope);
  return keptBytes + Buffer.byteLength(text) <= maxExecutionOutputBytes ? text : null;
}

type CompletedData = Omit<BlockCompleted, 'executionId' | 'sequence' | 'occurredAt'>;

/** An outcome whose output is masked JSON text within the size limits. */
export interface BoundedOutcome extends WrittenOutcome {
  readonly outputText: string;
}

/** @param keptBytes size of the outputs that the execution already has */
export function bounded(
  outcome: WrittenOutcome,
  scope: ExecutionScope,
  keptBytes: number,
): BoundedOutcome {
  const overflow = overflowOf(outcome.output, maxBlockOutputBytes);
  // The output is too large to keep, so it is not serialized.
  let isReplaced = outcome.isReplaced === true;
  const replaces = (): void => {
    isReplaced = true;
  };
  const outputText =
    overflow === null ? (outcome.outputText ?? textOf(outcome.output, scope, replaces)) : 'null';
  const error =
    overflow !== null
      ? overflows(overflow)
      : ((isReplaced ? notRecordable(outcome.output) : null) ??
        tooLarge(Buffer.byteLength(outputText), keptBytes));
  if (error === null) return { ...outcome, outputText };
  // The block's own error says more than the size of the output it had gathered.
  const own = outcome.tolerable ? null : outcome.error;
  return { ...outcome, outputText: 'null', error: own ?? error, tolerable: false };
}

/** @param path where inside the output the limit is exceeded */
const overflows = (path: string): BlockError => ({
  code: 'OUTPUT_TOO_LARGE',
  message: `The output has more than ${maxBlockOutputBytes} bytes${path === '' ? '' : `; the limit is reached at ${path}`}. Ask for fewer values, or page through them`,
});

/** Null when nothing is wrong with its own strings: a masked text may end in half of a pair. */
function notRecordable(output: unknown): BlockError | null {
  const found = findUnstorableText(output, 'output');
  if (found === null) return null;
  const message = `The text at ${found.place} has ${found.what}, which can not be recorded. Remove it, or give the bytes as base64`;
  return { code: 'FORBIDDEN_CHARACTER', message };
}

function tooLarge(sizeBytes: number, keptBytes: number): BlockOutcome['error'] {
  if (sizeBytes > maxBlockOutputBytes) {
    const message = `The output has ${sizeBytes} bytes; at most ${maxBlockOutputBytes} are stored. Ask for fewer values, or page through them`;
    return { code: 'OUTPUT_TOO_LARGE', message };
  }
  // `null` takes 4 bytes and always fits.
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
  const input = recordedInput(outcome.input, scope, keptInputBytes, outcome.inputText);
  // The input is only for the log, so it is dropped before the output is.
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

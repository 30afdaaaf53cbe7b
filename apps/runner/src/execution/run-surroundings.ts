/** State that an execution shares with those of its blocks that are not evaluated inline. */
import type { BlockOutcome, CompiledWorkflow } from '@libs/blocks';
import {
  addressKey,
  routeOutcome,
  type ExecutionHistory,
  type ExecutionScope,
  type StepAddress,
} from '@libs/execution';
import {
  blockCompleted,
  blockOf,
  bounded,
  recordedInput,
  type WrittenOutcome,
} from './block-events.js';
import type { ExecutionPorts } from './execution-ports.js';
import type { EventData, ExecutionRecorder } from './execution-recorder.js';
import type { PendingWaits } from './pending-waits.js';

export interface RunSurroundings {
  readonly workflow: CompiledWorkflow;
  readonly history: ExecutionHistory;
  readonly ports: ExecutionPorts;
  readonly scope: ExecutionScope;
  readonly recorder: ExecutionRecorder;
  readonly waits: PendingWaits;
  /** Aborted when the execution is stopped or handed over. */
  readonly signal: AbortSignal;
  /** Nothing but the end may still be recorded here. */
  isOver(): boolean;
  complete(address: StepAddress, startedAt: number, outcome: BlockOutcome): void;
  /** An engine fault ends this execution and nothing else. */
  crash(error: unknown): void;
}

/** Null when every result that the effect may depend on is durable, else a promise for that. */
export const undurableResults = ({
  history,
  recorder,
}: RunSurroundings): Promise<unknown> | null =>
  history.results.size === 0 ? null : recorder.pending();

/** False when this execution may no longer touch the outside world. */
export async function mayAct(
  here: RunSurroundings,
  results = undurableResults(here),
): Promise<boolean> {
  try {
    if (results !== null) await results;
    const alive = here.ports.mayStartEffects();
    if (alive !== null) await alive;
  } catch {
    return false;
  }
  const { passage } = here.ports;
  while (passage?.isOpen === false) await passage.opened();
  return !here.isOver();
}

/** Records the start of a block, once. */
export function noteStarted(
  { workflow, history, recorder, scope }: RunSurroundings,
  address: StepAddress,
  input: unknown,
  startedAt: number,
): void {
  const described = blockOf(workflow, address);
  if (history.open.has(addressKey(described))) return;
  const text = recordedInput(input, scope, history.inputBytes);
  recorder.append('BlockStarted', { ...described, input: text }, startedAt);
}

/** Whether a size or cost budget refused it. */
const isRefusal = (code: string): boolean =>
  code.endsWith('TOO_LARGE') || code === 'EXPRESSION_TOO_COSTLY';

/** Records a block's result, bounded in size, with the ports by which the run continues. */
export function recordResult(
  { workflow, history, ports, recorder, scope }: RunSurroundings,
  address: StepAddress,
  startedAt: number,
  raw: WrittenOutcome,
): EventData<'BlockCompleted'> {
  const outcome = bounded(raw, scope, history.outputBytes);
  const code = outcome.error?.code;
  if (code !== undefined && isRefusal(code)) ports.onTooLarge(code);
  const described = blockOf(workflow, address);
  const result = blockCompleted(
    described,
    history.open.get(addressKey(described))?.startedAt ?? startedAt,
    ports.effects.now(),
    outcome,
    routeOutcome(workflow, address.index, outcome),
    scope,
    history.inputBytes,
  );
  recorder.append('BlockCompleted', result);
  return result;
}

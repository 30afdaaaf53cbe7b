/** Records the starts and results of blocks, and tells when an effect may begin. */
import { addressKey, routeOutcome, type StepAddress } from '@libs/execution';
import {
  blockCompleted,
  blockOf,
  bounded,
  recordedInput,
  type WrittenOutcome,
} from './block-events.js';
import type { ExecutionContext } from './execution-context.js';
import type { EventData } from './execution-recorder.js';

/**
 * Null when everything that the effect may depend on is durable, else a promise for that: the
 * results, and the variables of the workspace, which its start event holds.
 */
export function undurableResults({ history, recorder }: ExecutionContext): Promise<unknown> | null {
  const environment = history.started?.environment ?? null;
  return history.results.size === 0 && environment === null ? null : recorder.pending();
}

/** False when this execution may no longer touch the outside world. */
export async function mayAct(
  context: ExecutionContext,
  results = undurableResults(context),
): Promise<boolean> {
  try {
    if (results !== null) await results;
    const alive = context.mayStartEffects();
    if (alive !== null) await alive;
  } catch {
    return false;
  }
  const { passage } = context;
  while (passage?.isOpen === false) await passage.opened();
  return !context.isOver();
}

/** Records the start of a block, once. */
export function noteStarted(
  { workflow, history, recorder, scope }: ExecutionContext,
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
  { workflow, history, effects, onTooLarge, recorder, scope }: ExecutionContext,
  address: StepAddress,
  startedAt: number,
  raw: WrittenOutcome,
): EventData<'BlockCompleted'> {
  const outcome = bounded(raw, scope, history.outputBytes);
  const code = outcome.error?.code;
  if (code !== undefined && isRefusal(code)) onTooLarge(code);
  const described = blockOf(workflow, address);
  const result = blockCompleted(
    described,
    history.open.get(addressKey(described))?.startedAt ?? startedAt,
    effects.now(),
    outcome,
    routeOutcome(workflow, address.index, outcome),
    scope,
    history.inputBytes,
  );
  recorder.append('BlockCompleted', result);
  return result;
}

/** The outcome of a loop or parallel: its iterations' results in order, or its failure. Pure. */
import { failed, type BlockError, type BlockOutcome, type CompiledWorkflow } from '@libs/blocks';
import { maxBlockOutputBytes } from '@libs/contracts';
import { isFatal, leavesOutput } from './decide.js';
import type { ExecutionHistory, RecordedResult } from './history.js';
import { iterationOf, addressKey } from './iteration.js';

export interface RunContainer {
  /** Index of the container in the workflow. */
  readonly index: number;
  readonly blockId: string;
  /** Iteration that the container itself is in. */
  readonly iteration: string;
  /** Number of iterations begun. */
  readonly next: number;
  /** Indexes of iterations that failed. */
  readonly failures: readonly number[];
  readonly plan: { readonly failFast: boolean; readonly input: unknown };
}

export const failedContainer = (input: unknown, error: BlockError): BlockOutcome =>
  failed(input, error);

function resultsOf(
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  container: RunContainer,
  index: number,
): RecordedResult[] {
  const iteration = iterationOf(container.iteration, container.blockId, index);
  const members = workflow.regions.bodies.get(container.index)?.globalIndex ?? [];
  return members.flatMap((member) => {
    const blockId = workflow.definition.blocks[member]?.id ?? '';
    const result = history.results.get(addressKey({ blockId, iteration }));
    return member === container.index || result === undefined ? [] : [result];
  });
}

const tooMuchCollected: BlockError = {
  code: 'OUTPUT_TOO_LARGE',
  message: `The results of the iterations have more than ${maxBlockOutputBytes} bytes together. Let the last block of the body give back only what is needed`,
};

/** Output: `results` by iteration (null if it failed), `iterations`, and `errors`. */
export function collectedOutcome(
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  container: RunContainer,
): BlockOutcome {
  const { plan, failures } = container;
  const errorOf = (index: number): { index: number; code: string; message: string } => {
    const error = resultsOf(workflow, history, container, index).find(isFatal)?.error;
    return {
      index,
      code: error?.code ?? 'ITERATION_FAILED',
      message: error?.message ?? 'The iteration failed',
    };
  };
  const failedAt = new Set(failures);
  const texts = Array.from({ length: container.next }, (_, index) =>
    failedAt.has(index)
      ? null
      : leavesOutput(workflow, resultsOf(workflow, history, container, index)),
  );
  const errors = [...failedAt].sort((one, other) => one - other).map(errorOf);
  const [first] = errors;
  const error =
    first !== undefined && plan.failFast
      ? { code: first.code, message: `Iteration ${first.index}: ${first.message}` }
      : null;
  // Checked before parsing: the parsed values would be dropped. An iteration's own error says more.
  if (texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) > maxBlockOutputBytes)
    return failedContainer(plan.input, error ?? tooMuchCollected);
  const results = texts.map((text) => (text === null ? null : (JSON.parse(text) as unknown)));
  const output = { results, iterations: container.next, errors };
  const ports = ['out'];
  return { input: plan.input, output, ports, error, tolerable: false, attempts: 1 };
}

/** Decisions about one execution: which way a block leaves, and how the execution ends. Pure. */
import type { BlockError, BlockOutcome, CompiledWorkflow } from '@libs/blocks';
import { maxEventPayloadBytes, type ExecutionError } from '@libs/contracts';
import { defaultPort, errorPort } from '@libs/workflow';
import type { ExecutionHistory, RecordedResult } from './history.js';
import { recordedValue } from './masking.js';

/** Every execution ends within this time, if only in TIMEOUT. Parked time does not count. */
export const executionLimitMs = 90 * 60_000;

export interface Route {
  readonly ports: readonly string[];
  /** Set when the block failed, whichever route the run takes. */
  readonly error: BlockError | null;
}

/**
 * An `error` edge takes every error. Without one, a tolerable error (a 404) counts as an answer,
 * `onError: "continue"` proceeds, and any other error ends the execution (no ports).
 */
export function routeOutcome(
  workflow: CompiledWorkflow,
  index: number,
  outcome: BlockOutcome,
): Route {
  if (outcome.error === null) return { ports: outcome.ports, error: null };
  if (workflow.hasErrorEdge[index]) return { ports: [errorPort], error: outcome.error };
  if (outcome.tolerable) return { ports: outcome.ports, error: null };
  if (workflow.onErrorContinues[index]) return { ports: [defaultPort], error: outcome.error };
  return { ports: [], error: outcome.error };
}

/** A result that ends its execution. */
export const isFatal = (result: Pick<RecordedResult, 'error' | 'ports'>): boolean =>
  result.error !== null && result.ports.length === 0;

/** Why an execution is stopped from outside. */
export type Stop =
  | { readonly kind: 'cancelled'; readonly reason: string }
  | { readonly kind: 'timeout' }
  /** Never began: the workflow's concurrency limit was reached. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface Ending {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly level: 'info' | 'error';
  readonly error: ExecutionError | null;
  /** JSON text. */
  readonly finalOutput: string | null;
  readonly response: {
    readonly status: number;
    readonly headers: string;
    readonly body: string;
  } | null;
}

interface ResponseOutput {
  readonly status: number;
  readonly headers: unknown;
  readonly body: unknown;
}

/** The first response block in ledger order determines the answer. */
function answerOf(workflow: CompiledWorkflow, history: ExecutionHistory): Ending['response'] {
  for (const result of history.results.values()) {
    const index = workflow.graph.indexOf.get(result.blockId);
    if (index === undefined || !workflow.responseIndexes.has(index) || result.error !== null)
      continue;
    const output = recordedValue(result.outputText) as ResponseOutput | string;
    if (typeof output === 'string') continue;
    const { status, headers, body } = output;
    return { status, headers: JSON.stringify(headers ?? []), body: JSON.stringify(body ?? null) };
  }
  return null;
}

/** Output of the only block at an end of the graph, or of all such blocks by block name. */
function outputOf(workflow: CompiledWorkflow, history: ExecutionHistory): string | null {
  return leavesOutput(
    workflow,
    [...history.results.values()].filter(({ iteration }) => iteration === ''),
  );
}

/** JSON text: the only leaf's output among these results, or all leaves' outputs by block name. */
export function leavesOutput(
  workflow: CompiledWorkflow,
  results: readonly RecordedResult[],
): string | null {
  const leaves = results.filter((result) => {
    const index = workflow.graph.indexOf.get(result.blockId);
    const edges = index === undefined ? [] : (workflow.graph.outgoing[index] ?? []);
    return !edges.some((edge) => result.ports.includes(edge.port));
  });
  const [only] = leaves;
  if (only === undefined) return null;
  if (leaves.length === 1) return only.outputText;
  const named = leaves.map((leaf) => {
    const block = workflow.definition.blocks.find(({ id }) => id === leaf.blockId);
    return `${JSON.stringify(block?.name ?? leaf.blockId)}:${leaf.outputText}`;
  });
  return `{${named.join(',')}}`;
}

/** The ledger accepts no larger event payload. */
const tooMuchGiven: ExecutionError = {
  code: 'OUTPUT_TOO_LARGE',
  message: `The blocks at the ends of the workflow gave more than ${maxEventPayloadBytes} bytes together. Add a response block, or let fewer blocks end it`,
  blockId: null,
  blockName: null,
};

/** How the execution ends, once nothing runs any more. */
export function endingOf(
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  stop: Stop | null,
): Ending {
  if (stop?.kind === 'cancelled') {
    const error = { code: 'CANCELLED', message: stop.reason, blockId: null, blockName: null };
    return { status: 'cancelled', level: 'info', error, finalOutput: null, response: null };
  }
  if (stop?.kind === 'skipped') {
    const message = 'As many executions of this workflow as may be were under way already';
    const error = { code: 'SKIPPED', message, blockId: null, blockName: null };
    return { status: 'cancelled', level: 'info', error, finalOutput: null, response: null };
  }
  if (stop?.kind === 'timeout') {
    const error = {
      code: 'TIMEOUT',
      message: 'The execution did not end within its time limit',
      blockId: null,
      blockName: null,
    };
    return { status: 'error', level: 'error', error, finalOutput: null, response: null };
  }
  if (stop !== null) {
    const error = { code: stop.code, message: stop.message, blockId: null, blockName: null };
    return { status: 'error', level: 'error', error, finalOutput: null, response: null };
  }
  const fatal = [...history.results.values()].find(
    (result) => result.iteration === '' && isFatal(result),
  );
  if (fatal !== undefined) {
    return {
      status: 'error',
      level: 'error',
      error: fatal.error,
      finalOutput: null,
      response: null,
    };
  }
  const response = answerOf(workflow, history);
  const finalOutput = response === null ? outputOf(workflow, history) : response.body;
  if (Buffer.byteLength(finalOutput ?? '') > maxEventPayloadBytes)
    return { status: 'error', level: 'error', error: tooMuchGiven, finalOutput: null, response };
  return { status: 'success', level: 'info', error: null, finalOutput, response };
}

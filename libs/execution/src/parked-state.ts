/**
 * The folded state that `ExecutionParked` carries, so that a resume needs no earlier event.
 * Versioned JSON text, persisted: every later release must read the states written today.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import type { ExecutionStarted } from '@libs/contracts';
import {
  addResult,
  newHistory,
  type ExecutionHistory,
  type OpenBlock,
  type RecordedResult,
} from './history.js';
import { outerIteration, depthOf, addressKey } from './iteration.js';
import { addProducedFiles, type ProducedFile } from './produced-files.js';

const version = 1;

/** Fields that states written by earlier releases lack. */
const absentBefore = { retentionDays: 0, environment: null };

interface ParkedState {
  readonly v: typeof version;
  readonly started: ExecutionStarted;
  readonly results: readonly RecordedResult[];
  readonly open: readonly (readonly [key: string, OpenBlock])[];
  readonly parkedMs: number;
  readonly traceparent: string | null;
  /**
   * Files of the input and of all results, including results whose output is left out. Absent:
   * none, or the writing release did not look for files.
   */
  readonly files?: readonly ProducedFile[];
  /** Absent: false. */
  readonly awaitsTurn?: boolean;
}

/** The state was written by a later release than this one. */
export class UnknownStateError extends Error {
  override readonly name = 'UnknownStateError';
}

/** True when a container around the result has one itself: nothing refers to the inner one now. */
function isClosed(history: ExecutionHistory, { iteration }: RecordedResult): boolean {
  for (let depth = depthOf(iteration); depth > 0; depth -= 1) {
    const steps = iteration.split('.');
    const blockId = (steps[depth - 1] ?? '').replace(/\[\d+\]$/, '');
    const container = { blockId, iteration: outerIteration(iteration, depth - 1) };
    if (history.results.has(addressKey(container))) return true;
  }
  return false;
}

function keptResults(
  history: ExecutionHistory,
  assigners: CompiledWorkflow['assigners'],
): RecordedResult[] {
  const assigning = new Set([...assigners.values()].flatMap((blocks) => [...blocks.keys()]));
  return [...history.results.values()].map((result) =>
    result.iteration !== '' && !assigning.has(result.blockId) && isClosed(history, result)
      ? { ...result, outputText: 'null' }
      : result,
  );
}

/** Lower bound of the state's length in characters: finds it too large without building it. */
export const parkedLengthAtLeast = (
  history: ExecutionHistory,
  assigners: CompiledWorkflow['assigners'],
): number =>
  keptResults(history, assigners).reduce(
    (sum, { outputText }) => sum + outputText.length,
    history.started?.input.length ?? 0,
  );

/**
 * The history must have begun. Outputs inside finished loops are left out unless they are a
 * variable's value: a long loop must not park every output it produced.
 */
export function parkedStateOf(
  history: ExecutionHistory,
  traceparent: string | null,
  assigners: CompiledWorkflow['assigners'],
  awaitsSlot = false,
): string {
  const { started, open, files, parkedMs } = history;
  if (started === null) throw new Error('an execution that has not begun can not park');
  const kept = keptResults(history, assigners);
  const state: ParkedState = {
    v: version,
    started,
    results: kept,
    open: [...open],
    parkedMs,
    traceparent,
    ...(files.length > 0 && { files }),
    ...(awaitsSlot && { awaitsTurn: awaitsSlot }),
  };
  return JSON.stringify(state);
}

/** Earlier releases parked without a list of files. */
function findFiles({ executionId, files, results }: ExecutionHistory, started: ExecutionStarted) {
  const trigger = { blockId: started.triggerBlockId, iteration: '' };
  addProducedFiles(files, executionId, trigger, started.input);
  for (const result of results.values())
    addProducedFiles(files, executionId, result, result.outputText);
}

/**
 * The history as it was when it parked.
 * @param sequence of the ExecutionParked event
 * @throws UnknownStateError
 */
export function restoreHistory(
  text: string,
  sequence: number,
  parkedAt: number,
): { readonly history: ExecutionHistory; readonly traceparent: string | null } {
  const state = JSON.parse(text) as ParkedState;
  if ((state.v as number) !== version)
    throw new UnknownStateError(`parked state of version ${String(state.v)}`);
  const history = newHistory(state.started.executionId);
  history.started = { ...absentBefore, ...state.started };
  history.lastSequence = sequence;
  history.parkedAt = parkedAt;
  history.parkedSequence = sequence;
  history.parkedMs = state.parkedMs;
  history.awaitsSlot = state.awaitsTurn === true;
  for (const result of state.results) addResult(history, result);
  for (const [key, open] of state.open) history.open.set(key, open);
  if (state.files === undefined) findFiles(history, history.started);
  else history.files.push(...state.files);
  return { history, traceparent: state.traceparent };
}

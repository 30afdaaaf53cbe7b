/**
 * What is known of one execution: the fold of its ledger events. `evolve` needs no workflow, clock or I/O, so takeover,
 * replay tests and the live runner all share it. The history is owned by one caller and changed in place: a chain of n blocks
 * must not copy n maps.
 */
import type {
  BlockCompleted,
  DecodedRecord,
  ExecutionCompleted,
  ExecutionError,
  ExecutionStarted,
} from '@libs/contracts';
import { isTurnWait, maxExecutionOutputBytes, maxExecutionResults } from '@libs/contracts';
import { placeKey, type BlockPlace } from './iteration.js';
import { addProducedFiles, type ProducedFile } from './produced-files.js';

export interface RecordedResult {
  readonly blockId: string;
  readonly iteration: string;
  readonly ports: readonly string[];
  readonly error: ExecutionError | null;
  /** JSON text; parsed when first referred to. */
  readonly outputText: string;
  readonly cost: number;
  /** JSON text: cost by model. */
  readonly models: string | null;
}

/** A block that began and has no result yet. */
export interface OpenBlock {
  /** Sequence of the event that began it, or its last failed try: what a resume must name. */
  readonly waitId: number;
  /** When it first began. */
  readonly startedAt: number;
  /** Tries that failed. */
  readonly attempts: number;
  /** When the next try is due; null before the first failed one. */
  readonly retryAt: number | null;
}

export interface ExecutionHistory {
  readonly executionId: string;
  started: ExecutionStarted | null;
  ended: ExecutionCompleted | null;
  /** Sequence of the last event folded; the next one is this plus one. */
  lastSequence: number;
  /** Results in ledger order, by `placeKey`. */
  readonly results: Map<string, RecordedResult>;
  /** By `placeKey`. */
  readonly open: Map<string, OpenBlock>;
  /** Of all results' outputs, and of recorded inputs. */
  outputBytes: number;
  inputBytes: number;
  /** Earlier releases let it have more results or outputs than fit: the last ones are left out here, and it can't go on. */
  isTooLarge: boolean;
  /** In ledger order. */
  readonly files: ProducedFile[];
  /** Set while it is parked. */
  parkedAt: number | null;
  /** Sequence of the last ExecutionParked; 0 before the first. Waits begun before it are known to have begun. */
  parkedSequence: number;
  /** It parked before it began, because a limit was reached, and has not been given its turn. */
  awaitsTurn: boolean;
  /** How long it was parked so far; the time limit does not run meanwhile. */
  parkedMs: number;
}

export const newHistory = (executionId: string): ExecutionHistory => ({
  executionId,
  started: null,
  ended: null,
  lastSequence: 0,
  results: new Map(),
  open: new Map(),
  outputBytes: 0,
  inputBytes: 0,
  isTooLarge: false,
  files: [],
  parkedAt: null,
  parkedSequence: 0,
  awaitsTurn: false,
  parkedMs: 0,
});

const resultOf = (event: BlockCompleted): RecordedResult => ({
  blockId: event.blockId,
  iteration: event.iteration,
  ports: event.ports,
  error: event.error,
  outputText: event.output,
  cost: event.cost,
  models: event.models,
});

/** Keeps a result. */
export function addResult(history: ExecutionHistory, result: RecordedResult): void {
  if (history.results.size >= maxExecutionResults) {
    history.isTooLarge = true;
    return;
  }
  const bytes = Buffer.byteLength(result.outputText);
  // What came to nothing, because too much was there, has `null`.
  const fits = bytes <= 4 || history.outputBytes + bytes <= maxExecutionOutputBytes;
  history.results.set(placeKey(result), fits ? result : { ...result, outputText: 'null' });
  if (fits) history.outputBytes += bytes;
  else history.isTooLarge = true;
}

const inputBytesOf = ({ input }: { readonly input?: string | null }): number =>
  input == null ? 0 : Buffer.byteLength(input);

const noteFiles = (history: ExecutionHistory, place: BlockPlace, text: string): void =>
  addProducedFiles(history.files, history.executionId, place, text);

/** A result of an earlier execution that a rerun goes on from: JSON in `ExecutionStarted.carried`. */
export interface CarriedResult {
  readonly blockId: string;
  readonly iteration: string;
  readonly ports: readonly string[];
  /** JSON text. */
  readonly output: string;
}

function begin(history: ExecutionHistory, started: ExecutionStarted): void {
  history.started ??= started;
  noteFiles(history, { blockId: started.triggerBlockId, iteration: '' }, started.input);
  if (started.carried === null) return;
  for (const { output, ...result } of JSON.parse(started.carried) as CarriedResult[]) {
    // What was paid for in the earlier execution is not paid for again.
    const carried = { ...result, outputText: output, error: null, cost: 0, models: null };
    addResult(history, carried);
    noteFiles(history, result, output);
  }
}

/** Events of one execution; the other record types never concern it. */
export type ExecutionEvent = Extract<
  DecodedRecord,
  {
    type:
      | 'ExecutionStarted'
      | 'BlockStarted'
      | 'BlockAttemptFailed'
      | 'BlockOutputStreamed'
      | 'BlockCompleted'
      | 'ExecutionParked'
      | 'ExecutionResumed'
      | 'ExecutionCompleted';
  }
>;

/** When the execution ends in TIMEOUT: the time it was parked does not count. */
export const deadlineOf = ({ started, parkedMs }: ExecutionHistory): number | null =>
  started?.deadlineAt == null ? null : started.deadlineAt + parkedMs;

/**
 * Folds one admitted event. An event seen before (same or lower sequence) and anything after the end change nothing, so
 * replaying twice equals replaying once.
 */
export function evolve(history: ExecutionHistory, event: ExecutionEvent): ExecutionHistory {
  const { sequence } = event.data;
  if (sequence <= history.lastSequence || history.ended !== null) return history;
  history.lastSequence = sequence;
  switch (event.type) {
    case 'ExecutionStarted':
      begin(history, event.data);
      return history;
    case 'BlockStarted': {
      history.inputBytes += inputBytesOf(event.data);
      const key = placeKey(event.data);
      if (!history.results.has(key) && !history.open.has(key)) {
        const { occurredAt: startedAt } = event.data;
        history.open.set(key, { waitId: sequence, startedAt, attempts: 0, retryAt: null });
      }
      return history;
    }
    case 'BlockAttemptFailed': {
      const { attemptNumber: attempts, retryAt, occurredAt } = event.data;
      const key = placeKey(event.data);
      const startedAt = history.open.get(key)?.startedAt ?? occurredAt;
      history.open.set(key, { waitId: sequence, startedAt, attempts, retryAt });
      return history;
    }
    case 'BlockCompleted': {
      const key = placeKey(event.data);
      history.inputBytes += inputBytesOf(event.data);
      if (!history.results.has(key)) {
        addResult(history, resultOf(event.data));
        noteFiles(history, event.data, event.data.output);
      }
      history.open.delete(key);
      return history;
    }
    case 'ExecutionParked':
      history.parkedAt = event.data.occurredAt;
      history.parkedSequence = sequence;
      history.awaitsTurn = event.data.waits.some(isTurnWait);
      return history;
    case 'ExecutionResumed':
      history.parkedMs += Math.max(0, event.data.occurredAt - (history.parkedAt ?? Infinity));
      history.parkedAt = null;
      history.awaitsTurn = false;
      return history;
    case 'ExecutionCompleted':
      history.ended = event.data;
      return history;
    case 'BlockOutputStreamed':
      return history;
  }
}

/**
 * The state of one execution: the fold of its ledger events. `evolve` needs no workflow, clock or
 * I/O, so takeover, replay tests and the live runner share it. One caller owns the history and
 * changes it in place: a chain of n blocks must not copy n maps.
 */
import type {
  BlockCompleted,
  DecodedRecord,
  ExecutionCompleted,
  ExecutionError,
  ExecutionStarted,
} from '@libs/contracts';
import { isTurnWait, maxExecutionOutputBytes, maxExecutionResults } from '@libs/contracts';
import { addressKey, type BlockAddress } from './iteration.js';
import { addProducedFiles, type ProducedFile } from './produced-files.js';

export interface RecordedResult {
  readonly blockId: string;
  readonly iteration: string;
  readonly ports: readonly string[];
  readonly error: ExecutionError | null;
  /** JSON text; parsed when first referenced. */
  readonly outputText: string;
  readonly cost: number;
  /** JSON text: cost by model. */
  readonly models: string | null;
}

/** A block that has begun and has no result yet. */
export interface OpenBlock {
  /** Sequence of the event that began it, or of its last failed try. A resume must name it. */
  readonly waitId: number;
  /** When it first began. */
  readonly startedAt: number;
  /** Number of failed tries. */
  readonly attempts: number;
  /** When the next try is due; null before the first failed try. */
  readonly retryAt: number | null;
}

export interface ExecutionHistory {
  readonly executionId: string;
  started: ExecutionStarted | null;
  ended: ExecutionCompleted | null;
  /** Sequence of the last event folded; the next one is this plus one. */
  lastSequence: number;
  /** Results in ledger order, by `addressKey`. */
  readonly results: Map<string, RecordedResult>;
  /** By `addressKey`. */
  readonly open: Map<string, OpenBlock>;
  /** Bytes of all results' outputs; `inputBytes` counts the recorded inputs. */
  outputBytes: number;
  inputBytes: number;
  /**
   * Earlier releases admitted more results or outputs than fit. The excess is dropped here, and the
   * execution cannot continue.
   */
  isTooLarge: boolean;
  /** In ledger order. */
  readonly files: ProducedFile[];
  /** Set while the execution is parked. */
  parkedAt: number | null;
  /** Sequence of the last ExecutionParked, or 0. Waits begun before it are known to have begun. */
  parkedSequence: number;
  /** Parked before it began, because a limit was reached, and has no concurrency slot yet. */
  awaitsSlot: boolean;
  /** Total parked time so far; it does not count against the time limit. */
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
  awaitsSlot: false,
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

/** Records a result. Past the limits it sets `isTooLarge` instead of keeping the output. */
export function addResult(history: ExecutionHistory, result: RecordedResult): void {
  if (history.results.size >= maxExecutionResults) {
    history.isTooLarge = true;
    return;
  }
  const bytes = Buffer.byteLength(result.outputText);
  // A block that failed because the limit was reached has the output `null`: 4 bytes, always kept.
  const fits = bytes <= 4 || history.outputBytes + bytes <= maxExecutionOutputBytes;
  history.results.set(addressKey(result), fits ? result : { ...result, outputText: 'null' });
  if (fits) history.outputBytes += bytes;
  else history.isTooLarge = true;
}

const inputBytesOf = ({ input }: { readonly input?: string | null }): number =>
  input == null ? 0 : Buffer.byteLength(input);

const noteFiles = (history: ExecutionHistory, address: BlockAddress, text: string): void =>
  addProducedFiles(history.files, history.executionId, address, text);

/** A result of an earlier execution that a rerun reuses: JSON in `ExecutionStarted.carried`. */
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
    // The earlier execution already paid for it.
    const carried = { ...result, outputText: output, error: null, cost: 0, models: null };
    addResult(history, carried);
    noteFiles(history, result, output);
  }
}

/** Events of one execution; no other record type affects it. */
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

/** When the execution ends in TIMEOUT. Parked time does not count. */
export const deadlineOf = ({ started, parkedMs }: ExecutionHistory): number | null =>
  started?.deadlineAt == null ? null : started.deadlineAt + parkedMs;

/**
 * Folds one admitted event. An event seen before (same or lower sequence) or after the end changes
 * nothing, so replaying twice equals replaying once.
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
      const key = addressKey(event.data);
      if (!history.results.has(key) && !history.open.has(key)) {
        const { occurredAt: startedAt } = event.data;
        history.open.set(key, { waitId: sequence, startedAt, attempts: 0, retryAt: null });
      }
      return history;
    }
    case 'BlockAttemptFailed': {
      const { attemptNumber: attempts, retryAt, occurredAt } = event.data;
      const key = addressKey(event.data);
      const startedAt = history.open.get(key)?.startedAt ?? occurredAt;
      history.open.set(key, { waitId: sequence, startedAt, attempts, retryAt });
      return history;
    }
    case 'BlockCompleted': {
      const key = addressKey(event.data);
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
      history.awaitsSlot = event.data.waits.some(isTurnWait);
      return history;
    case 'ExecutionResumed':
      history.parkedMs += Math.max(0, event.data.occurredAt - (history.parkedAt ?? Infinity));
      history.parkedAt = null;
      history.awaitsSlot = false;
      return history;
    case 'ExecutionCompleted':
      history.ended = event.data;
      return history;
    case 'BlockOutputStreamed':
      return history;
  }
}

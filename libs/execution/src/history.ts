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

export interface RecordedResult {
  readonly blockId: string;
  readonly ports: readonly string[];
  readonly error: ExecutionError | null;
  /** JSON text; parsed when first referred to. */
  readonly outputText: string;
  readonly cost: number;
  /** JSON text: cost by model. */
  readonly models: string | null;
}

export interface ExecutionHistory {
  readonly executionId: string;
  started: ExecutionStarted | null;
  ended: ExecutionCompleted | null;
  /** Sequence of the last event folded; the next one is this plus one. */
  lastSequence: number;
  /** Results in ledger order, by block id. */
  readonly results: Map<string, RecordedResult>;
}

export const newHistory = (executionId: string): ExecutionHistory => ({
  executionId,
  started: null,
  ended: null,
  lastSequence: 0,
  results: new Map(),
});

const resultOf = (event: BlockCompleted): RecordedResult => ({
  blockId: event.blockId,
  ports: event.ports,
  error: event.error,
  outputText: event.output,
  cost: event.cost,
  models: event.models,
});

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
      | 'ExecutionCompleted';
  }
>;

/**
 * Folds one admitted event. An event seen before (same or lower sequence) and anything after the end change nothing, so
 * replaying twice equals replaying once.
 */
export function evolve(history: ExecutionHistory, event: ExecutionEvent): ExecutionHistory {
  if (event.data.sequence <= history.lastSequence || history.ended !== null) return history;
  history.lastSequence = event.data.sequence;
  switch (event.type) {
    case 'ExecutionStarted':
      history.started ??= event.data;
      return history;
    case 'BlockCompleted':
      if (!history.results.has(event.data.blockId))
        history.results.set(event.data.blockId, resultOf(event.data));
      return history;
    case 'ExecutionCompleted':
      history.ended = event.data;
      return history;
    case 'BlockStarted':
    case 'BlockAttemptFailed':
    case 'BlockOutputStreamed':
      return history;
  }
}

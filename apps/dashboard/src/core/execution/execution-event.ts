/**
 * What can happen to an execution, as this page knows it. The stream of an execution and its stored
 * trace are both read into these, so that one reducer serves both. Times are milliseconds.
 */

/** A block in one iteration; the iteration is empty at top level. */
interface BlockPlace {
  readonly blockId: string;
  readonly iteration: string;
}

/** A failed try that was retried. */
export interface FailedTry {
  readonly attemptNumber: number;
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
  readonly durationMs: number;
  readonly endMs: number;
  readonly retryAtMs: number;
  /** Of its event in the ledger; null where only the stream has told it. */
  readonly offset: number | null;
}

export interface SpanError {
  readonly code: string;
  readonly message: string;
  /** Of the answer, when one came. */
  readonly httpStatus: number | null;
}

export interface ExecutionError {
  readonly code: string;
  readonly message: string;
  readonly blockId: string | null;
  readonly blockName: string | null;
}

export interface BlockStarted extends BlockPlace {
  readonly type: 'blockStarted';
  readonly name: string;
  readonly blockType: string;
  readonly atMs: number;
}

export interface TryFailed extends BlockPlace {
  readonly type: 'tryFailed';
  readonly failed: FailedTry;
}

/** A piece of a block's text while the block runs. */
export interface TextStreamed extends BlockPlace {
  readonly type: 'textStreamed';
  readonly sequence: number;
  readonly attemptNumber: number;
  readonly text: string;
}

export interface BlockCompleted extends BlockPlace {
  readonly type: 'blockCompleted';
  readonly name: string;
  readonly blockType: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ports: readonly string[];
  readonly error: SpanError | null;
  readonly attemptCount: number;
  readonly cost: number;
  /** The run that a `workflow` block started. */
  readonly childId: string | null;
  /** Of all models that it used. */
  readonly tokens: number;
  /** Of this event in the ledger; null where only the stream has told it. */
  readonly offset: number | null;
}

export type ExecutionEvent =
  | { readonly type: 'executionStarted'; readonly atMs: number }
  /** A concurrency limit keeps it from beginning. */
  | { readonly type: 'executionQueued' }
  | BlockStarted
  | TryFailed
  | TextStreamed
  | BlockCompleted
  | {
      readonly type: 'executionCompleted';
      readonly status: 'success' | 'error' | 'cancelled';
      readonly endMs: number;
      readonly error: ExecutionError | null;
    };

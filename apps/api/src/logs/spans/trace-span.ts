/** One step of an execution, with everything that happened inside it. */

export interface SpanAttempt {
  readonly attemptNumber: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  readonly occurredAt: string;
  readonly retryAt: string;
}

export interface TraceSpan {
  /** Unique in its response. */
  readonly id: string;
  readonly name: string;
  /** The block's type, or `attempt`, `iteration` (loop or parallel) or `execution` (child run). */
  readonly type: string;
  readonly blockId: string;
  /**
   * running, success, error or cancelled (unended when its execution ended). A child run
   * has the status of its log.
   */
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: unknown;
  /** Failed attempts that were retried. */
  readonly attempts: readonly SpanAttempt[];
  readonly attemptCount: number;
  /** USD, for this span alone; its children have their own. */
  readonly cost: number;
  readonly ports: readonly string[];
  /** Iteration path in enclosing loops and parallels; empty at top level. */
  readonly iteration: string;
  /** The child run's id, for type `execution`. */
  readonly executionId: string | null;
  /**
   * Input and output were left out for size. A child run leaves out its
   * spans; its own detail has them.
   */
  readonly truncated: boolean;
  readonly children: readonly TraceSpan[];
}

/** A span not yet placed in the tree. */
export interface PlacedSpan {
  readonly span: TraceSpan;
  /** Sequence of its last event; orders spans that began at the same time. */
  readonly sequence: number;
}

/** Milliseconds between a span's start and end; null before it ends. */
export const durationBetween = (startedAt: string, endedAt: string | null): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

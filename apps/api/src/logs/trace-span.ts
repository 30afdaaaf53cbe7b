/** What a detail shows of one step of an execution, and everything that happened inside it. */

export interface SpanAttempt {
  readonly attemptNumber: number;
  /** HTTP status, when one came. */
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  readonly occurredAt: string;
  readonly retryAt: string;
}

export interface TraceSpan {
  /** Unique in its answer. */
  readonly id: string;
  readonly name: string;
  /** Of the block; or `attempt` (a try), `iteration` (of a loop or parallel), `execution` (a child run). */
  readonly type: string;
  readonly blockId: string;
  /** running, success, error or cancelled (had not ended when its execution did); a child run's is that of its log. */
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: unknown;
  /** Tries that failed and were followed by another. */
  readonly attempts: readonly SpanAttempt[];
  readonly attemptCount: number;
  /** USD, of this span alone: what is inside has its own. */
  readonly cost: number;
  readonly ports: readonly string[];
  /** Place in enclosing loops and parallels; empty at top level. */
  readonly iteration: string;
  /** Of the child run, for type `execution`. */
  readonly executionId: string | null;
  /** Its input and output are left out, because all of them would make too large an answer; a child run: its spans, which its own detail has. */
  readonly truncated: boolean;
  readonly children: readonly TraceSpan[];
}

/** A span before it has its place in the tree. */
export interface PlacedSpan {
  readonly span: TraceSpan;
  /** Position of its last event in the execution: decides between spans that began at the same time. */
  readonly sequence: number;
}

/** Milliseconds between two times of a span; null while it has not ended. */
export const durationBetween = (startedAt: string, endedAt: string | null): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

/** A failed attempt that was retried. */
export interface SpanAttempt {
  readonly attemptNumber: number;
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  /** ISO 8601; so is `retryAt`. */
  readonly occurredAt: string;
  readonly retryAt: string;
}

/**
 * One step of an execution, with everything that happened inside it. The OpenAPI document describes
 * the fields (`trace-span.schemas.ts` of the api).
 */
export interface TraceSpan {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly blockId: string;
  readonly status: string;
  /** ISO 8601; so is `endedAt`. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** `JsonText` or null; so is `output`. */
  readonly input: unknown;
  readonly output: unknown;
  readonly error: unknown;
  readonly attempts: readonly SpanAttempt[];
  readonly attemptCount: number;
  readonly cost: number;
  readonly ports: readonly string[];
  readonly iteration: string;
  readonly executionId: string | null;
  readonly truncated: boolean;
  readonly children: readonly TraceSpan[];
}

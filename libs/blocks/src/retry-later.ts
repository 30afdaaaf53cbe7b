/** Failed tries of an effect, and how it asks for a later one. */

/** A failed try that another one will follow. */
export interface FailedAttempt {
  readonly attemptNumber: number;
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  readonly retryAt: number;
}

/** The next try of an effect is so far away that its execution should park. */
export interface RetryLater {
  readonly kind: 'retry-later';
}

export const retryLater: RetryLater = { kind: 'retry-later' };

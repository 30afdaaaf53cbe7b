/** Refusals of calls over a limit of the account. */
import { ApiError } from '../errors/api-error.js';
import type { WindowState } from './leased-window.js';

export const usageExceeded = (limitUsd: number): ApiError =>
  new ApiError(
    402,
    'USAGE_EXCEEDED',
    `The account has used its ${limitUsd} USD of this month; executions can start again next month`,
  );

export const storageExceeded = (limitBytes: number): ApiError =>
  new ApiError(
    402,
    'STORAGE_EXCEEDED',
    `The account's executions keep the ${limitBytes} bytes that its limit "storedBytes" allows this caller. Logs that reach the end of their retention and deleted workspaces free some; the operator can raise the limit`,
  );

/** Trying again would not help. */
export const largerThanBudget = (limitBytes: number): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_LARGE',
    `The body is larger than the ${limitBytes} bytes that this caller may send in a minute ("requestBytesPerMinute" of the account). Send less, or ask the operator to raise the limit`,
  );

/** 429 with the seconds until the window ends. */
export function rateLimited(state: WindowState, what: string): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((state.resetAt.getTime() - Date.now()) / 1_000));
  return new ApiError(
    429,
    'RATE_LIMITED',
    `The limit of ${what} was reached; try again later`,
    undefined,
    {
      'retry-after': String(retryAfterSeconds),
    },
  );
}

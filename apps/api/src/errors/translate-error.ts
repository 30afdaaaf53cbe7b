/**
 * Converts every thrown value to an ApiError; total. Unknown errors become 500 without internals.
 * Statuses come from codes and types, never from message texts.
 */
import { HttpException } from '@nestjs/common';
import { AppendError } from '@libs/event-log';
import { isDatabaseUnavailable, isStatementTimeout, isUnstorableText } from '@libs/persistence';
import { ApiError, type ApiErrorCode, unavailable } from './api-error.js';

/** Errors that the framework raises itself, by status. */
const byStatus: Readonly<Record<number, readonly [ApiErrorCode, string]>> = {
  400: ['MALFORMED_REQUEST', 'The request is malformed'],
  404: ['NOT_FOUND', 'No route has this path'],
  408: ['REQUEST_TIMEOUT', 'The request did not arrive in time'],
  413: ['BODY_TOO_LARGE', 'The body is larger than 10 MB'],
  414: ['URI_TOO_LONG', 'The path is too long'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send Content-Type: application/json'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large'],
};

const tookTooLong = new ApiError(
  503,
  'UNAVAILABLE',
  'The database took too long for this request; ask for less (a shorter time window, more filters) or try again later',
  undefined,
  { 'retry-after': '10' },
);

function fromStatus(status: number): ApiError | null {
  const known = byStatus[status];
  return known === undefined ? null : new ApiError(status, known[0], known[1]);
}

function fromAppendError(error: AppendError): ApiError {
  switch (error.code) {
    case 'TOO_LARGE':
      return new ApiError(
        413,
        'BODY_TOO_LARGE',
        'The request is larger than the largest ledger record',
      );
    case 'OUTCOME_UNKNOWN':
      return new ApiError(
        503,
        'OUTCOME_UNKNOWN',
        'The ledger did not confirm the request; it may have been accepted',
        undefined,
        { 'retry-after': '2' },
      );
    case 'NOT_SENT':
    case 'CLOSED':
      return unavailable('The ledger');
  }
}

export function translateError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AppendError) return fromAppendError(error);
  if (isStatementTimeout(error)) return tookTooLong;
  if (isDatabaseUnavailable(error)) return unavailable('The database');
  if (isUnstorableText(error)) {
    return new ApiError(
      400,
      'INVALID_PARAMETER',
      'The request has a character that cannot be stored (NUL)',
    );
  }
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: unknown } | null)?.statusCode;
  return (
    (typeof status === 'number' ? fromStatus(status) : null) ??
    new ApiError(500, 'INTERNAL', 'Internal error; send us the request id so that we can find it')
  );
}

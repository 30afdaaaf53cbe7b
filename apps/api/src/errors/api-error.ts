/** A refusal: `{ error: sentence, code: CODE, details?: [...], requestId }` with an HTTP status. */
import { z } from 'zod';

/** Client code depends on these: never rename one. */
const apiErrorCodes = [
  'MALFORMED_JSON',
  'FORBIDDEN_KEY',
  'FORBIDDEN_CHARACTER',
  'BODY_TOO_COMPLEX',
  'MALFORMED_REQUEST',
  'INVALID_PARAMETER',
  'INVALID_CURSOR',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'MISSING_OPERATOR_KEY',
  'INVALID_OPERATOR_KEY',
  'TOO_MANY_WRONG_KEYS',
  'USAGE_EXCEEDED',
  'STORAGE_EXCEEDED',
  'MISSING_SCOPE',
  'MISSING_ROLE',
  'ADDRESS_NOT_ALLOWED',
  'KEY_LIMITED',
  'CROSS_SITE_REQUEST',
  'SESSION_ENDED',
  'INVALID_SIGN_IN_LINK',
  'WORKSPACE_NOT_ALLOWED',
  'KEY_EXPIRES',
  'QUOTA_EXCEEDED',
  'TRIGGER_UNAUTHORIZED',
  'TRIGGER_FORBIDDEN',
  'ACCOUNT_SUSPENDED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'FOLDER_NOT_EMPTY',
  'NOT_DEPLOYED',
  'WORKFLOW_PAUSED',
  'REVISION_CONFLICT',
  'IDEMPOTENCY_CONFLICT',
  'EXECUTION_ENDED',
  'ALREADY_RESUMED',
  'BODY_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_REQUEST',
  'INVALID_WORKFLOW',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'EXECUTION_TIMEOUT',
  'EXECUTION_SKIPPED',
] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

export type ApiErrorDetails = readonly object[] | Readonly<Record<string, unknown>>;

export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status the HTTP status
   * @param message one sentence for the caller, without internals
   * @param headers set on the answer, e.g. `Retry-After`
   */
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly details?: ApiErrorDetails,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The same for unknown records and those of other tenants, so a caller can't tell them apart. */
export const notFound = (what: string): ApiError =>
  new ApiError(404, 'NOT_FOUND', `The ${what} was not found`);

/** One field that a rule beyond its schema refuses, in the form of all refused fields. */
export const invalidField = (field: string, message: string): ApiError =>
  new ApiError(422, 'INVALID_REQUEST', `The request is not valid: ${field}: ${message}`, [
    { field, message },
  ]);

const unavailableRetrySeconds = 2;

/** The ledger or the database is unavailable; nothing was done. */
export const unavailable = (what: string): ApiError =>
  new ApiError(503, 'UNAVAILABLE', `${what} is not available; try again`, undefined, {
    'retry-after': String(unavailableRetrySeconds),
  });

/** The body of every refusal. */
export const errorFields = z.object({
  error: z.string(),
  code: z.enum(apiErrorCodes),
  details: z.unknown().optional(),
  requestId: z
    .string()
    .describe(
      'Identifies the request, as the header `x-request-id` does; also in our log of a 5xx.',
    ),
});
type ErrorFields = Readonly<z.output<typeof errorFields>>;

export const errorBodyOf = (error: ApiError, requestId: string): ErrorFields => ({
  error: error.message,
  code: error.code,
  ...(error.details !== undefined && { details: error.details }),
  requestId,
});

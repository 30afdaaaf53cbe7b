/** Refusals of routes, by status. */
import type { z } from 'zod';
import { type ApiErrorCode, errorFields } from '../errors/api-error.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import { limitsBlock } from '../limits/limits.schemas.js';
import type { Route } from './route.js';

export const errorBody = errorFields
  .extend({
    limits: limitsBlock.optional().describe('On the logs interface where the key is known.'),
  })
  .meta({ id: 'ErrorBody' });

type ErrorBody = z.input<typeof errorBody>;

interface Refusal {
  readonly status: number;
  readonly what: string;
  readonly example: ErrorBody;
  /** Which routes can answer it, apart from those whose operation says so. */
  readonly of: (route: Route) => boolean;
}

const writes = ({ method }: Route): boolean => method !== 'GET';
const always = (): boolean => true;
const never = (): boolean => false;
const isClosed = ({ isPublic }: Route): boolean => !isPublic;
const hasParameters = ({ parameters }: Route): boolean => parameters.length > 0;

const body = (code: ApiErrorCode, error: string, details?: object[]): ErrorBody => ({
  error,
  code,
  requestId: 'req-1',
  ...(details !== undefined && { details }),
});

export const refusals: readonly Refusal[] = [
  {
    status: 400,
    what: 'A parameter, a cursor or the JSON is not valid',
    example: body('INVALID_PARAMETER', 'The request is not valid: limit: must be at most 100', [
      { field: 'limit', message: 'must be at most 100' },
    ]),
    of: always,
  },
  {
    status: 401,
    what: 'The key is missing or not valid',
    example: body('INVALID_API_KEY', 'The API key is not valid'),
    of: isClosed,
  },
  {
    status: 402,
    what: 'The account has used what it may this month, or keeps all that it may',
    example: body('USAGE_EXCEEDED', 'The usage limit of the account is exceeded'),
    of: never,
  },
  {
    status: 403,
    what: 'The API key lacks the scope or the role or is limited, its account is suspended, or a quota of the account is used up',
    example: body('MISSING_ROLE', 'This takes the role owner; the key has the role editor'),
    of: isClosed,
  },
  {
    status: 404,
    what: 'The record does not exist in this workspace',
    example: body('NOT_FOUND', 'The workflow was not found'),
    of: (route) => isClosed(route) || hasParameters(route),
  },
  {
    status: 409,
    what: 'In conflict with the state of the record',
    example: body('CONFLICT', 'A workspace keeps at least one owner'),
    of: writes,
  },
  {
    status: 412,
    what: 'The record was saved by someone else; `details` has what they saved',
    example: {
      ...body('REVISION_CONFLICT', 'The workflow was saved by someone else'),
      details: { revision: 8, updatedAt, updatedBy: exampleIds.user, definition: {} },
    },
    of: never,
  },
  {
    status: 413,
    what: 'The body is too large',
    example: body('BODY_TOO_LARGE', 'The body is larger than 10 MB'),
    of: writes,
  },
  {
    status: 414,
    what: 'A part of the path is too long',
    example: body('URI_TOO_LONG', 'The path is too long'),
    of: hasParameters,
  },
  {
    status: 415,
    what: 'The body is not JSON',
    example: body(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON: send Content-Type: application/json',
    ),
    of: writes,
  },
  {
    status: 422,
    what: 'A field of the body is not valid',
    example: body('INVALID_REQUEST', 'The request is not valid: name: Required', [
      { field: 'name', message: 'Required' },
    ]),
    of: writes,
  },
  {
    status: 429,
    what: 'A limit is reached; Retry-After says in how many seconds to try again',
    example: body('RATE_LIMITED', 'The rate limit is reached; try again in 12 s'),
    // Too many wrong keys from one address, or too many calls of the operator.
    of: isClosed,
  },
  {
    status: 500,
    what: 'An internal error; the request id names its log line',
    example: body('INTERNAL', 'Internal error; send us the request id so that we can find it'),
    of: always,
  },
  {
    status: 503,
    what: 'Not available now; nothing was done',
    example: body('UNAVAILABLE', 'The database is not available; try again'),
    of: always,
  },
  {
    status: 504,
    what: 'The execution did not end in time',
    example: body('EXECUTION_TIMEOUT', 'The execution did not end in time'),
    of: never,
  },
];

/** Statuses with which a route may refuse. */
export const refusalsOf = (route: Route): number[] =>
  refusals
    .filter(({ status, of }) => of(route) || route.operation?.refusals?.includes(status) === true)
    .map(({ status }) => status);

/** Refusals of routes, by status. */
import type { z } from 'zod';
import { errorFields } from '../errors/error-body.js';
import { limits } from './answers-logs.js';
import type { Route } from './route.js';

/** By status: the sentence, and which routes can answer it. */
export const refusals: readonly {
  readonly status: number;
  readonly what: string;
  readonly of: (route: Route) => boolean;
}[] = [
  { status: 400, what: 'A parameter, a cursor or the JSON is not valid', of: () => true },
  { status: 401, what: 'The API key is missing or not valid', of: ({ isPublic }) => !isPublic },
  { status: 402, what: 'The usage limit of the account is exceeded', of: (route) => runs(route) },
  { status: 403, what: 'The API key lacks the scope or the role', of: ({ isPublic }) => !isPublic },
  {
    status: 404,
    what: 'No such record, or one of another workspace',
    of: ({ isPublic, parameters }) => !isPublic || parameters.length > 0,
  },
  { status: 409, what: 'In conflict with the state of the record', of: (route) => writes(route) },
  { status: 413, what: 'The body is too large', of: (route) => writes(route) },
  {
    status: 414,
    what: 'A part of the path is too long',
    of: ({ parameters }) => parameters.length > 0,
  },
  { status: 415, what: 'The body is not JSON', of: (route) => writes(route) },
  { status: 422, what: 'A field of the body is not valid', of: (route) => writes(route) },
  {
    status: 429,
    what: 'A rate limit is reached; Retry-After says in how many seconds to try again',
    of: (route) => runs(route) || route.path.includes('/v1/logs'),
  },
  { status: 500, what: 'An internal error; the request id names its log line', of: () => true },
  { status: 503, what: 'Not available now; nothing was done', of: () => true },
  { status: 504, what: 'The execution did not end in time', of: (route) => runs(route) },
];

export const writes = ({ method }: Route): boolean => method !== 'GET';
const runs = ({ handler, path }: Route): boolean =>
  handler === 'execute' || handler === 'rerun' || path.startsWith('/api/webhooks/');

export const errorBody = errorFields.extend({
  limits: limits.optional().describe('On the logs interface where the key is known.'),
});
export type ErrorBody = z.input<typeof errorBody>;

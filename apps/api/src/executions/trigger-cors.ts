/** Origins that may call a trigger and read its responses (Fetch standard, CORS protocol). Pure. */
import type { WebhookConfig } from '@libs/blocks';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/index.js';

type Cors = NonNullable<WebhookConfig['cors']>;
type Headers = Readonly<Record<string, string>>;

/** How long browsers cache a preflight response. */
const maxAgeSeconds = 600;
const maxRequestedBytes = 4_096;
const maxRequestedHeaders = 50;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function allowedOrigin({ origins }: Cors, origin: string | undefined): string | null {
  if (origins.includes('*')) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/**
 * For every response of a trigger with `cors`, including refusals: a cache must not serve it to
 * a page of another origin.
 */
export function corsHeaders(cors: Cors, origin: string | undefined): Headers {
  const allowed = allowedOrigin(cors, origin);
  return {
    vary: 'origin',
    ...(allowed !== null && {
      'access-control-allow-origin': allowed,
      'access-control-expose-headers': 'x-execution-id',
    }),
  };
}

export const isPreflight = (method: string, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

function requestedHeaders(headers: IncomingHttpHeaders): string[] {
  const text = headers['access-control-request-headers'] ?? '';
  const names =
    text === '' ? [] : text.split(',', maxRequestedHeaders + 1).map((one) => one.trim());
  if (
    text.length <= maxRequestedBytes &&
    names.length <= maxRequestedHeaders &&
    names.every((one) => headerName.test(one))
  )
    return names;
  const message = `Access-Control-Request-Headers must be a list of header names, ${maxRequestedHeaders} and ${maxRequestedBytes} characters at most`;
  throw new ApiError(400, 'INVALID_PARAMETER', message);
}

/**
 * @throws ApiError 403 `TRIGGER_FORBIDDEN` for an origin the trigger does not list, 400
 * for malformed header names
 */
export function preflightHeaders(
  { cors, methods }: { readonly cors: Cors; readonly methods: WebhookConfig['methods'] },
  headers: IncomingHttpHeaders,
): Headers {
  if (allowedOrigin(cors, headers.origin) === null) {
    const message =
      'Pages of this origin may not call the trigger; its "cors.origins" lists the allowed ones';
    throw new ApiError(403, 'TRIGGER_FORBIDDEN', message);
  }
  const names = requestedHeaders(headers);
  return {
    ...corsHeaders(cors, headers.origin),
    vary: 'origin, access-control-request-method, access-control-request-headers',
    'access-control-allow-methods': methods.join(', '),
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    'access-control-max-age': String(maxAgeSeconds),
  };
}

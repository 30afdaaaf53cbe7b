/** The idempotency key and trace context of an HTTP request, for all ways to start an execution. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.js';
import type { StartOptions } from './execution-starter.js';

const longestKey = 255;

/** Headers that carry an idempotency key at a trigger URL, unless its callers sign one of them. */
export const unsignedKeyHeaders = ['idempotency-key', 'webhook-id'];

export type RequestContext = Pick<StartOptions, 'idempotency' | 'traceparent' | 'bodyBytes'>;

/** Content that must be equal in a repeat: the body; except for POST, method and query too. */
function hashedOf({ method, query, body, formFiles }: FastifyRequest): string {
  const more = [
    ...(formFiles === undefined ? [] : [formFiles]),
    ...(method === 'POST' ? [] : [method, query]),
  ];
  return [body ?? null, ...more].map((part) => JSON.stringify(part)).join('\n');
}

/**
 * @param scope keys of different scopes are independent
 * @param keyHeaders headers that may carry the key; the first one present wins
 * @throws ApiError 400 when the key is empty or too long
 */
export function requestContext(
  request: FastifyRequest,
  scope: string,
  keyHeaders: readonly string[],
): RequestContext {
  const name = keyHeaders.find((header) => request.headers[header] !== undefined);
  const key = name === undefined ? null : String(request.headers[name]);
  if (key !== null && (key === '' || key.length > longestKey)) {
    throw new ApiError(
      400,
      'INVALID_PARAMETER',
      `${name ?? ''} must have 1 to ${longestKey} characters`,
    );
  }
  return {
    idempotency: key === null ? null : { scope, key, hashed: () => hashedOf(request) },
    traceparent: request.traceparent ?? null,
    bodyBytes: request.bodyBytes ?? 0,
  };
}

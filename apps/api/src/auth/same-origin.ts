/**
 * Whether a request that carries a cookie comes from our own pages. SameSite alone does not tell:
 * it ignores ports, and everything on localhost is one site.
 */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesNothing = (method: string): boolean => reads.has(method);

/** Null: neither header says where the request comes from. */
export function isSameOrigin(
  { headers, protocol, host }: Asked,
  publicUrl: string | undefined,
): boolean | null {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return null;
  return (
    origin === `${protocol}://${host}` ||
    (publicUrl !== undefined && origin === new URL(publicUrl).origin)
  );
}

export const crossSite = (): ApiError =>
  new ApiError(
    403,
    'CROSS_SITE_REQUEST',
    'A request with a session may only come from the pages of this address. Send an API key in x-api-key instead',
  );

/**
 * Follows redirects as browsers do (RFC 9110 15.4). Headers that may be credentials never cross to
 * another origin. Pure.
 */
import type { EgressResponse } from '@libs/egress';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer | null;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Any header may carry a credential, except these. */
const harmless = /^(accept(-.*)?|content-type|user-agent|idempotency-key|traceparent)$/;

/** The first value of a header that may be repeated. */
export const headerOf = (response: EgressResponse, name: string): string | undefined => {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The next request, or null when the answer is not a redirect that can be followed. */
export function redirected(request: HttpRequest, response: EgressResponse): HttpRequest | null {
  const location = headerOf(response, 'location');
  if (
    !redirectStatuses.has(response.status) ||
    location === undefined ||
    !URL.canParse(location, request.url)
  )
    return null;
  const target = new URL(location, request.url);
  const crosses = target.origin !== new URL(request.url).origin;
  const becomesGet =
    response.status === 303 ||
    (response.status !== 307 && response.status !== 308 && request.method === 'POST');
  return {
    method: becomesGet ? 'GET' : request.method,
    url: target.href,
    body: becomesGet ? null : request.body,
    headers: request.headers.filter(([key]) => {
      const name = key.toLowerCase();
      return !(crosses && !harmless.test(name)) && !(becomesGet && name === 'content-type');
    }),
  };
}

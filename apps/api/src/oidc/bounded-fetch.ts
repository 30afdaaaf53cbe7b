/** The requests to a provider: under the egress policy, bounded in time and bytes, no redirects. */
import { isLoopbackUrl } from '@libs/config';
import type { EgressClient } from '@libs/egress';
import type { CustomFetch } from 'openid-client';

const connectTimeoutMs = 3_000;
const attemptTimeoutMs = 10_000;
/** Metadata and keys of large providers have some tens of kilobytes. */
const maxResponseBytes = 256 * 1_024;

/** Only this machine may be asked without TLS: everything else could be read and changed. */
export const isSafeUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url));

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('a request to an OpenID provider has a body of another kind than text');
}

const isBodyless = (status: number): boolean => [204, 205, 304].includes(status);

/** @throws EgressError when no complete answer came, or Error for a URL that is not https */
export const boundedFetch =
  (client: EgressClient): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    if (!isSafeUrl(new URL(url))) throw new Error('the provider names a URL that is not https');
    const text = textOf(body);
    const answer = await client.request({
      ...{ method, url, headers: Object.entries(headers) },
      ...(text !== undefined && { body: text }),
      ...(signal !== undefined && { signal }),
      ...{ connectTimeoutMs, attemptTimeoutMs, maxResponseBytes },
      ...{ onTooLarge: 'fail', decompress: true },
    });
    const kept = new Headers();
    for (const [name, values] of Object.entries(answer.headers))
      for (const value of [values].flat()) kept.append(name, value);
    const { status } = answer;
    const content = isBodyless(status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status, headers: kept });
  };

/**
 * Every call of `npm run workflow` to a server. Calls end within a time limit. No redirect is
 * followed, because the key would go along.
 */
import { ApiRefusal, type Client, createClient, type ErrorBody } from '@libs/client';
import type { Connection } from './connection.js';

/** No server, or something else than ours answers there. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

const callMs = 60_000;
/** A synchronous run is answered or refused well before. */
export const runMs = 20 * 60_000;

interface Call {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

export interface Server {
  readonly client: Client;
  /** For operations that the generated client does not have. @returns the parsed answer */
  call<T>(method: string, path: string, call?: Call): Promise<T>;
}

const causeOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
};

function fetchFrom({ baseUrl }: Connection): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? AbortSignal.timeout(callMs);
    const response = await fetch(input, { ...init, redirect: 'manual', signal }).catch(
      (error: unknown) => {
        throw new NoServerError(
          `No server answers at ${baseUrl} (${causeOf(error)}). Start it with "npm start", or set FLOWLEDGER_URL`,
        );
      },
    );
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400)
      throw new NoServerError(`${baseUrl} redirects to ${location ?? 'another address'}: use that`);
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 204 && !/[/+]json/.test(type))
      throw new NoServerError(
        `${baseUrl} does not answer like Flowledger (${response.status}, ${type === '' ? 'no content type' : type}). Is the address right?`,
      );
    return response;
  };
}

export function openServer(connection: Connection): Server {
  const answered = fetchFrom(connection);
  const { baseUrl, apiKey } = connection;
  return {
    client: createClient({ baseUrl, apiKey, fetch: answered }),
    call: async <T>(method: string, path: string, call: Call = {}) => {
      const { query = {}, headers = {}, body, timeoutMs = callMs } = call;
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const url = `${baseUrl}/api/v1${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
      const response = await answered(url, {
        method,
        headers: {
          'x-api-key': apiKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const answer: unknown = text === '' ? null : JSON.parse(text);
      if (response.ok) return answer as T;
      throw new ApiRefusal(response.status, answer as ErrorBody, null);
    },
  };
}

/**
 * A typed client of the public HTTP API. It calls operations by their OpenAPI name and throws a
 * refusal with its code. It does not retry: `retryAfterSeconds` says when a retry makes sense.
 */
import { places, type ErrorBody, type Operations } from './operations.generated.js';

export type OperationName = keyof Operations;

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** A page of the same origin needs none: its browser sends the cookie of its session. */
  readonly apiKey?: string;
  /** For operations of the tag Operator, and sent with these only. */
  readonly operatorKey?: string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Client {
  /** @throws ApiRefusal for every answer that is not 2xx */
  call<K extends OperationName>(
    operation: K,
    request: Operations[K]['request'],
    options?: { readonly signal?: AbortSignal },
  ): Promise<Operations[K]['answer']>;
}

export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.error);
  }
}

interface AnyRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyRequest): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${baseUrl}${filled}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

async function answerOf(response: Response): Promise<unknown> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const text = await response.text();
  if (response.ok) return text === '' ? null : isJson ? JSON.parse(text) : text;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = isJson
    ? (JSON.parse(text) as ErrorBody)
    : {
        error: text.slice(0, 500),
        code: 'INTERNAL' as const,
        requestId: response.headers.get('x-request-id') ?? '',
      };
  throw new ApiRefusal(response.status, body, Number.isNaN(retryAfter) ? null : retryAfter);
}

const keyFor = (path: string, { apiKey, operatorKey }: ClientOptions): Record<string, string> =>
  path.startsWith('/api/v1/operator/')
    ? { 'x-operator-key': operatorKey ?? '' }
    : apiKey === undefined
      ? {}
      : { 'x-api-key': apiKey };

export function createClient(options: ClientOptions): Client {
  const { baseUrl, fetch = globalThis.fetch } = options;
  return {
    call: async (operation, request: AnyRequest, { signal } = {}) => {
      const { method, path } = places[operation];
      const response = await fetch(urlOf(baseUrl, path, request), {
        method,
        headers: {
          ...keyFor(path, options),
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...request.header,
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        ...(signal && { signal }),
      });
      return await answerOf(response);
    },
  };
}

/** The public HTTP API from a caller's view. */
import { DocumentedAnswers } from '../../apps/api/src/testing/documented-answers.js';
import type { OpenApiDocument } from '../../apps/api/src/openapi/document.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Answers have many shapes; the tests' expectations check them.
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface ApiClient {
  readonly baseUrl: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /**
   * The `triggerUrl` of the workflow whose webhook has this path, without the origin. It is read
   * once: later calls work while the api's store is away.
   */
  triggerPath(path: string): Promise<string>;
  /** POSTs to that URL. */
  trigger(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

export interface ApiClientOptions {
  /** False if the api is temporarily down or of another release. Default: true. */
  readonly isChecked?: boolean;
}

/** Throws on any answer that does not match the api's OpenAPI document. */
export function createApiClient(
  baseUrl: string,
  apiKey: string | null,
  { isChecked = true }: ApiClientOptions = {},
): ApiClient {
  let known: DocumentedAnswers | undefined;
  const documented = async (): Promise<DocumentedAnswers> =>
    (known ??= new DocumentedAnswers(
      (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApiDocument,
    ));
  const triggerPaths = new Map<string, string>();
  const client: ApiClient = {
    baseUrl,
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(apiKey !== null && { 'x-api-key': apiKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const contentType = response.headers.get('content-type') ?? '';
      const json: unknown = contentType.includes('json') && text !== '' ? JSON.parse(text) : null;
      const { status, headers: answered } = response;
      if (isChecked) {
        // An api killed right after its answer has no document to compare with.
        const known = await documented().catch(() => null);
        const problem = known?.problemOf({ method, url: path, status, contentType, body: json });
        if (problem != null) throw new Error(`not as documented: ${problem}`);
      }
      return { status, headers: answered, text, json };
    },
    triggerPath: async (path) => {
      const known = triggerPaths.get(path);
      if (known !== undefined) return known;
      const { text, json } = await client.call('GET', '/api/v1/workflows?limit=1000');
      const workflows = (json?.data ?? []) as { readonly triggerUrl?: string }[];
      for (const { triggerUrl = baseUrl } of workflows) {
        const { pathname } = new URL(triggerUrl);
        triggerPaths.set(pathname.split('/').at(-1) ?? '', pathname);
      }
      const found = triggerPaths.get(path);
      if (found === undefined) throw new Error(`no workflow has the trigger path ${path}: ${text}`);
      return found;
    },
    trigger: async (path, body, headers) =>
      client.call('POST', await client.triggerPath(path), body, headers),
  };
  return client;
}

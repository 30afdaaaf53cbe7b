/** The public HTTP API as a caller sees it. */
import { DocumentedAnswers } from '../../apps/api/src/testing/documented-answers.js';
import type { OpenApiDocument } from '../../apps/api/src/openapi/document.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers of many shapes; the shapes themselves are checked by expectations.
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
}

export interface ApiClientOptions {
  /** False where what answers is away at times, or of another release. Default: true. */
  readonly isChecked?: boolean;
}

/** What is not as the OpenAPI document of the api says is thrown. */
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
  return {
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
        // An api that was killed behind its answer has no document to hold it against.
        const known = await documented().catch(() => null);
        const problem = known?.problemOf({ method, url: path, status, contentType, body: json });
        if (problem != null) throw new Error(`not as documented: ${problem}`);
      }
      return { status, headers: answered, text, json };
    },
  };
}

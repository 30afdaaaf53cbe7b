/** The public HTTP API as a caller sees it. */
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

export function createApiClient(baseUrl: string, apiKey: string | null): ApiClient {
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
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
      };
    },
  };
}

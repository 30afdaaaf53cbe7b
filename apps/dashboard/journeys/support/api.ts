/** The API of a running service, for journeys, benches and scripts. */

export interface Answer<T> {
  readonly status: number;
  readonly data: T;
  /** Of a refusal, `{ code, message }`. */
  readonly error?: unknown;
}

export type Api = <T = unknown>(method: string, path: string, body?: object) => Promise<Answer<T>>;

export const apiOf =
  (url: string, apiKey: string): Api =>
  async <T>(method: string, path: string, body?: object): Promise<Answer<T>> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as { data: T; error?: unknown };
    return { ...answer, status: response.status };
  };

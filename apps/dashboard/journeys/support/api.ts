/** The API of a running service, for journeys, benches and scripts. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Answer<T> {
  readonly status: number;
  readonly data: T;
  /** Of a refusal, `{ code, message }`. */
  readonly error?: unknown;
}

export type Api = <T = unknown>(method: string, path: string, body?: object) => Promise<Answer<T>>;

/** All journeys share one account: where its calls of a minute are used up, the next one waits. */
async function untilAdmitted(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    const retryAfter = response.headers.get('retry-after');
    if (response.status !== 429 || retryAfter === null) return response;
    await response.text();
    await delay(Number(retryAfter) * 1_000);
  }
}

export const apiOf =
  (url: string, apiKey: string): Api =>
  async <T>(method: string, path: string, body?: object): Promise<Answer<T>> => {
    const response = await untilAdmitted(() =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as { data: T; error?: unknown };
    return { ...answer, status: response.status };
  };

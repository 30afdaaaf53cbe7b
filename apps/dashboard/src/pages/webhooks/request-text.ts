/** A request or an answer as HTTP/1.1 would write it. */
import type { SentRequest } from '../../data/webhooks.queries.js';

export const headerLines = (headers: Readonly<Record<string, unknown>> | null): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');

/** @param hidden in the place of a value that is never shown */
export function requestLines({ url, headers }: SentRequest, hidden: string) {
  const path = URL.canParse(url) ? `${new URL(url).pathname}${new URL(url).search}` : url;
  const host = URL.canParse(url) ? new URL(url).host : '';
  return {
    first: `POST ${path} HTTP/1.1`,
    headers: [
      { name: 'host', value: host },
      ...headers.map(({ name, value }) => ({ name, value: value ?? hidden })),
    ],
  };
}

export function requestText(sent: SentRequest, hidden: string): string {
  const { first, headers } = requestLines(sent, hidden);
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [first, ...lines, '', sent.body ?? ''].join('\n').trim();
}

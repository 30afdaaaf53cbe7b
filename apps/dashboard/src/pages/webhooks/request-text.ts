/** A request or an answer as HTTP/1.1 would write it. */
import type { SentRequest } from '../../data/webhooks.queries.js';

export const headerLines = (headers: Readonly<Record<string, unknown>> | null): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');

/** @param hidden in the place of a value that is never shown */
export function requestText({ url, headers, body }: SentRequest, hidden: string): string {
  const path = URL.canParse(url) ? `${new URL(url).pathname}${new URL(url).search}` : url;
  const host = URL.canParse(url) ? new URL(url).host : '';
  const lines = headers.map(({ name, value }) => `${name}: ${value ?? hidden}`);
  return [`POST ${path} HTTP/1.1`, `host: ${host}`, ...lines, '', body ?? ''].join('\n').trim();
}

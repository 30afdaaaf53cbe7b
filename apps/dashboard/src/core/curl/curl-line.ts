/**
 * A call of the API as a line for a shell. The key stays a variable: a line that was copied is
 * pasted into chats. Every part is quoted, so that no value can start a command.
 */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Triggers take no key of the API. */
  readonly hasKey?: boolean;
}

/** Inside single quotes a shell reads nothing but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function curlLine({ method, url, body, hasKey = true }: ApiCall): string {
  const parts = ['curl -sS'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(quoted(url));
  if (hasKey) parts.push('-H "x-api-key: $FLOWLEDGER_KEY"');
  if (body !== undefined)
    parts.push(
      `-H ${quoted('content-type: application/json')}`,
      `-d ${quoted(JSON.stringify(body))}`,
    );
  return parts.join(' ');
}

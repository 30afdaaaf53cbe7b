/** Calls of routes by their path. */
import { ApiRefusal, type ErrorBody } from '@libs/client';

export async function send<T>(
  method: string,
  path: string,
  { workspace, body, signal }: { workspace?: string; body?: object; signal?: AbortSignal } = {},
): Promise<T> {
  const response = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(workspace !== undefined && { 'x-workspace-id': workspace }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  if (!response.ok) throw new ApiRefusal(response.status, answer as ErrorBody, null);
  return (answer as { data: T }).data;
}

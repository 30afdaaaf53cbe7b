/** A workflow's draft, as the server sends it. Light: the list of pages starts it. */
import { ApiRefusal } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { answered } from './ask.js';
import { refusalOf } from './refusal.js';

export interface Source {
  readonly text: string;
  readonly status: number;
}

/**
 * @param path below the API's root: `/workflows/{id}`
 * @throws ApiRefusal, NoAnswer
 */
export async function readSource(
  workspaceId: string,
  path: string,
  signal?: AbortSignal,
): Promise<Source> {
  const response = await answered(`/api/v1${path}`, {
    headers: { 'x-workspace-id': workspaceId },
    credentials: 'same-origin',
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw await refusalOf(response);
  return { text: await response.text(), status: response.status };
}

/** It is none of our server's, or of a newer one. */
export const brokenAnswer = (status: number): ApiRefusal =>
  new ApiRefusal(status, { error: '', code: 'INTERNAL', requestId: '' }, null);

export const draftPath = (id: string): string => `/workflows/${encodeURIComponent(id)}`;

/** A pointer on a link starts it. What is older than this is read anew. */
export const openingStaleMs = 2_000;

export const draftSource = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [workspaceId, 'draftSource', id],
    queryFn: ({ signal }) => readSource(workspaceId, draftPath(id), signal),
    staleTime: openingStaleMs,
  });

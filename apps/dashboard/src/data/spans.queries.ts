/** What one block received and answered. Payloads may be large, so each is asked for alone. */
import type { Operations } from '@libs/client';
import { keepPreviousData } from '@tanstack/react-query';
import { ask } from './ask.js';
import { refusalOf } from './refusal.js';

export type SpanAnswer = Operations['getSpan']['answer'];
type SpanDetail = SpanAnswer['data'];
export type Payload = NonNullable<SpanDetail['output']>;

export const firstBytes = 256 * 1_024;
export const mostBytes = 1_024 * 1_024;

export interface SoughtSpan {
  readonly executionId: string;
  readonly spanId: string;
}

export const spanDetail = (
  workspaceId: string,
  { executionId, spanId }: SoughtSpan,
  maxBytes = firstBytes,
) => ({
  ...ask(workspaceId, 'getSpan', {
    path: { id: executionId, spanId },
    query: { maxBytes },
  }),
  // More of the same payload replaces less of it.
  placeholderData: keepPreviousData,
});

/** What an ended block answered. It never changes. */
export const spanOutput = (workspaceId: string, { executionId, spanId }: SoughtSpan) => ({
  ...ask(workspaceId, 'getSpan', {
    path: { id: executionId, spanId },
    query: { part: 'output', maxBytes: firstBytes },
  }),
  staleTime: Infinity,
});

/** Saves the whole payload as a file. A link could not name the workspace. */
export async function savePayload(
  workspaceId: string,
  { executionId, spanId }: SoughtSpan,
  part: 'input' | 'output',
): Promise<void> {
  const path = `/api/v1/executions/${encodeURIComponent(executionId)}/spans/${encodeURIComponent(spanId)}`;
  const response = await fetch(`${path}/raw?part=${part}`, {
    headers: { 'x-workspace-id': workspaceId },
    credentials: 'same-origin',
  });
  if (!response.ok) throw await refusalOf(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${spanId.replaceAll(/[^\w.-]+/g, '_')}-${part}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Outputs that runs of a draft take in place of a block's own. Their numbers keep their digits. */
import type { Operations } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { indented, parseExact } from '../core/json/exact-json.js';
import { call } from './ask.js';
import { readSource } from './draft-source.js';
import { sendText } from './send-text.js';
import { mostBytes, type Payload, type SoughtSpan } from './spans.queries.js';

type Told = Operations['listWorkflowPins']['answer']['data'][number];

export interface Pin extends Pick<
  Told,
  'blockId' | 'sizeBytes' | 'executionId' | 'pinnedAt' | 'pinnedBy'
> {
  /** JSON, for people to read. */
  readonly text: string;
}

const pathOf = (workflowId: string): string => `/workflows/${encodeURIComponent(workflowId)}/pins`;

async function readPins(
  workspaceId: string,
  workflowId: string,
  signal: AbortSignal,
): Promise<readonly Pin[]> {
  const { text } = await readSource(workspaceId, pathOf(workflowId), signal);
  const { data } = parseExact(text) as { readonly data: readonly Told[] };
  return data.map(({ output, ...pin }) => ({ ...pin, text: indented(output) }));
}

export const listPins = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'listWorkflowPins', { path: { id: workflowId } }],
    queryFn: ({ signal }) => readPins(workspaceId, workflowId, signal),
  });

export interface NewPin {
  readonly blockId: string;
  /** JSON. */
  readonly text: string;
  /** The execution that gave it; null: a person wrote it. */
  readonly executionId: string | null;
}

/** The last writer wins. */
export const putPin = (workspaceId: string, workflowId: string, pin: NewPin): Promise<unknown> =>
  sendText('PUT', `${pathOf(workflowId)}/${encodeURIComponent(pin.blockId)}`, {
    workspace: workspaceId,
    text: `{"output":${pin.text},"executionId":${JSON.stringify(pin.executionId)}}`,
  });

export const deletePin = (workspaceId: string, id: string, blockId: string) =>
  call(workspaceId, 'deleteWorkflowPin', { path: { id, blockId } });

/** As much of an output as a pin or a test takes. Null: nothing was recorded. */
export async function outputOf(
  workspaceId: string,
  { executionId, spanId }: SoughtSpan,
): Promise<Payload | null> {
  const { data } = await call(workspaceId, 'getSpan', {
    path: { id: executionId, spanId },
    query: { part: 'output', maxBytes: mostBytes },
  });
  return data.output;
}

interface TestedExecution {
  readonly data: { readonly output: unknown };
}

/** Of the whole run. A longer one than a test holds has no exact digits: the server refuses it. */
export async function finalOutputOf(workspaceId: string, executionId: string): Promise<unknown> {
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { text } = await readSource(workspaceId, path);
  const answer: unknown = text.length > mostBytes ? JSON.parse(text) : parseExact(text);
  return (answer as TestedExecution).data.output;
}

/** What an execution was started with, or could be. */
import { queryOptions } from '@tanstack/react-query';
import { indented, parseExact } from '../core/json/exact-json.js';
import { call, keyOf } from './ask.js';
import { readSource } from './draft-source.js';

const triggerTypes = new Set(['webhook', 'api_trigger', 'manual', 'chat', 'schedule']);
const mostBytes = 256 * 1024;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** As JSON text. Null: it had none, it is kept no longer, or it is too large to be typed over. */
export async function inputOfExecution(workspaceId: string, logId: string): Promise<string | null> {
  const { data: log } = await call(workspaceId, 'getLog', {
    path: { id: logId },
    query: { payloads: 'none' },
  });
  const { executionId } = log;
  const trigger = log.traceSpans.find(({ type }) => triggerTypes.has(type));
  if (trigger === undefined) return null;
  const { data: span } = await call(workspaceId, 'getSpan', {
    path: { id: executionId, spanId: trigger.id },
    query: { part: 'output', maxBytes: mostBytes },
  });
  const { output } = span;
  if (output === null || output.text.length >= mostBytes) return null;
  const value = parseExact(output.text);
  // A webhook's body is what a caller sends; its headers are not.
  return indented(trigger.type === 'webhook' && isRecord(value) ? value['body'] : value);
}

interface TestsWithInputs {
  readonly data: readonly { readonly test: { readonly input?: unknown } }[];
}

/** The input of the workflow's first test that has one, to try it with. Null: there is none. */
export const inputOfTests = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId, 'listWorkflowTests'), id, 'input'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const path = `/workflows/${encodeURIComponent(id)}/tests`;
      const { text } = await readSource(workspaceId, path, signal);
      const { data } = parseExact(text) as TestsWithInputs;
      const inputs = data.map(({ test }) => test.input);
      const first = inputs.find((input) => input !== undefined);
      return first === undefined ? null : indented(first);
    },
  });

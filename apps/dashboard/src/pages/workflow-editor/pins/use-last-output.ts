/** The newest run in which a block gave an output: the shown one, or one of the last few. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, call } from '../../../data/ask.js';
import { useLive } from '../../../data/live/live-feed.js';
import type { SoughtSpan } from '../../../data/spans.queries.js';
import { useShownRun } from '../run/shown-run.js';
import { useEditorOf } from '../store/editor-context.js';

/** A block that is pinned has no span in the runs that used its pin. */
const mostRuns = 5;

async function lastOutputOf(
  workspaceId: string,
  workflowId: string,
  blockId: string,
): Promise<SoughtSpan | null> {
  const query = { workspaceId, workflowIds: workflowId, limit: String(mostRuns) };
  const { data } = await call(workspaceId, 'listLogs', { query });
  for (const { executionId } of data) {
    const trace = await call(workspaceId, 'getTrace', { path: { id: executionId } });
    const isOwn = (id: string): boolean => id === blockId || id.startsWith(`${blockId}:`);
    const span = trace.data.spans.findLast(({ id, ms }) => ms !== null && isOwn(id));
    if (span !== undefined) return { executionId, spanId: span.id };
  }
  return null;
}

const lastOutput = (workspaceId: string, workflowId: string, blockId: string) => {
  const key = [...ask(workspaceId, 'listLogs', { query: { workspaceId } }).queryKey, workflowId];
  return queryOptions({
    queryKey: [...key, blockId],
    queryFn: () => lastOutputOf(workspaceId, workflowId, blockId),
  });
};

export function useLastOutput(blockId: string): SoughtSpan | null {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const run = useShownRun();
  const shown = run?.blockOf(blockId) ?? null;
  const options = lastOutput(workspaceId, workflowId, blockId);
  const found = useQuery({ ...options, enabled: shown === null });
  useLive((message) => {
    const hasEnded =
      message.kind === 'executions' &&
      message.changes.some((one) => one.workflowId === workflowId && one.endedAt != null);
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: options.queryKey.slice(0, -1) });
  });
  if (run !== null && shown !== null) return { executionId: run.executionId, spanId: shown.spanId };
  return found.data ?? null;
}

/** The same, read when it is asked for. Null: there is none, or the block still runs. */
export function useFindOutput(blockId: string): () => Promise<SoughtSpan | null> {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const run = useShownRun();
  return async () => {
    const shown = run?.blockOf(blockId) ?? null;
    if (run === null || shown === null)
      return queryClient.query(lastOutput(workspaceId, workflowId, blockId));
    const { spanId, durationMs } = shown;
    return durationMs === null ? null : { executionId: run.executionId, spanId };
  };
}

/** The last runs of the workflow, draft and deployed, kept current by the stream. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { applyToList } from '../../../core/live/live-list.js';
import type { Execution } from '../../../data/executions.queries.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useSoon } from '../../../data/use-soon.js';
import { lastExecutions } from '../../../data/workflow.queries.js';

const mostRows = 24;
/** A busy workflow starts many a second: the list is read no more often. */
const readEveryMs = 1_000;

export function useRunRows(workspaceId: string, workflowId: string): readonly Execution[] | null {
  const queryClient = useQueryClient();
  const options = lastExecutions(workspaceId, workflowId, mostRows);
  const { queryKey } = options;
  const { data } = useQuery(options);
  const readSoon = useSoon(readEveryMs, () => void queryClient.invalidateQueries({ queryKey }));
  useLive((message) => {
    if (message.kind === 'resync') readSoon();
    if (message.kind !== 'executions') return;
    const changes = message.changes.filter((change) => change.workflowId === workflowId);
    const page = queryClient.getQueryData(queryKey);
    if (changes.length === 0 || page === undefined) return;
    const { pages, fresh } = applyToList([page], changes, () => 'yes', false);
    const [next] = pages;
    if (next !== undefined && next !== page) queryClient.setQueryData(queryKey, next);
    if (fresh.length > 0) readSoon();
  });
  return data?.data ?? null;
}

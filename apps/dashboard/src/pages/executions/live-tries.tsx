import { useQueryClient } from '@tanstack/react-query';
import { withTries } from '../../core/delivery/live-deliveries.js';
import {
  type ExecutionPages,
  type LogFilter,
  listExecutions,
} from '../../data/executions.queries.js';
import { useLive } from '../../data/live/live-feed.js';

/** Shows attempts to deliver in the rows as they are made. Nothing of it is in the first load. */
export function LiveTries({ workspaceId, filter }: { workspaceId: string; filter: LogFilter }) {
  const queryClient = useQueryClient();
  useLive((message) => {
    if (message.kind !== 'deliveries') return;
    queryClient.setQueryData<ExecutionPages>(
      listExecutions(workspaceId, filter).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            data: withTries(page.data, message.changes),
          })),
        },
    );
  });
  return null;
}

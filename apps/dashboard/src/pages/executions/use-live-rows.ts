import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExecutionFilter } from '../../core/filter/execution-filter.js';
import { applyChanges } from '../../core/live/apply-changes.js';
import type { ExecutionPages } from '../../data/executions.queries.js';
import { useLive } from '../../data/live/live-feed.js';
import { withFresh } from './model/fresh-executions.js';

const none: ReadonlySet<string> = new Set();

/** Keeps loaded rows current, and counts the new ones until they are asked for. */
export function useLiveRows(
  queryKey: readonly unknown[],
  filter: ExecutionFilter,
  workflowId: string | null,
) {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState(none);
  const readAgain = (): void => {
    setFresh(none);
    // Reading again all pages that were scrolled through would be many requests.
    queryClient.setQueryData<ExecutionPages>(queryKey, (data) =>
      data === undefined
        ? data
        : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void queryClient.invalidateQueries({ queryKey });
  };
  useLive((message) => {
    if (message.kind === 'resync' && message.topics.includes('executions'))
      return void queryClient.invalidateQueries({ queryKey });
    if (message.kind !== 'executions') return;
    const data = queryClient.getQueryData<ExecutionPages>(queryKey);
    if (data === undefined) return;
    const { pages, unknown } = applyChanges(data.pages, message.changes);
    queryClient.setQueryData<ExecutionPages>(queryKey, { ...data, pages: [...pages] });
    const newest = pages[0]?.data[0]?.startedAt ?? null;
    // Nothing can move in an empty list.
    if (newest === null && unknown.length > 0) readAgain();
    else setFresh((counted) => withFresh(counted, unknown, filter, workflowId, newest));
  });
  return { freshCount: fresh.size, readAgain };
}

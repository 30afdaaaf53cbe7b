import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryChange } from '../../core/delivery/live-deliveries.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { applyToList, compareHead } from '../../core/live/live-list.js';
import { matches } from '../../core/live/matches.js';
import {
  type ExecutionPages,
  type LogFilter,
  listExecutions,
  readHead,
} from '../../data/executions.queries.js';
import { useLive } from '../../data/live/live-feed.js';
import { useSoon } from '../../data/use-soon.js';

export interface LiveRowsOf {
  workspaceId: string;
  values: FilterValues;
  filter: LogFilter;
  workflowId: string | null;
}

const none: ReadonlySet<string> = new Set();
const mostCounted = 1_000;
/** Where only the server knows whether the list changed, it is asked no more often. */
const askEveryMs = 2_000;

/** Keeps loaded rows current, and counts the new ones until they are asked for. */
export function useLiveRows({ workspaceId, values, filter, workflowId }: LiveRowsOf) {
  const queryClient = useQueryClient();
  const { queryKey } = listExecutions(workspaceId, filter);
  const [fresh, setFresh] = useState(none);
  const addFresh = (ids: readonly string[]): void =>
    setFresh((counted) =>
      ids.every((id) => counted.has(id))
        ? counted
        : new Set([...counted, ...ids].slice(0, mostCounted)),
    );
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
  const askServer = async (): Promise<void> => {
    const head = await readHead(workspaceId, filter).catch(() => null);
    const data = queryClient.getQueryData<ExecutionPages>(queryKey);
    if (head === null || data === undefined) return;
    const loaded = data.pages.flatMap((page) => page.data);
    const { gone, fresh: found } = compareHead(loaded, head.data, head.nextCursor === undefined);
    const now = new Map(head.data.map((row) => [row.executionId, row]));
    queryClient.setQueryData<ExecutionPages>(queryKey, {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        data: page.data
          .filter(({ executionId }) => !gone.has(executionId))
          .map((row) => now.get(row.executionId) ?? row),
      })),
    });
    if (loaded.length === 0 && found.length > 0) readAgain();
    else addFresh(found);
  };
  const askSoon = useSoon(askEveryMs, () => void askServer());
  const showTries = async (changes: readonly DeliveryChange[]): Promise<void> => {
    // Nothing is sent before an execution ends: the first list needs none of this.
    const { withTries } = await import('../../core/delivery/live-deliveries.js');
    queryClient.setQueryData<ExecutionPages>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, data: withTries(page.data, changes) })),
        },
    );
  };
  useLive((message, atMs) => {
    if (message.kind === 'resync' && message.topics.includes('executions')) {
      // All pages are read again, and with them what was counted.
      setFresh(none);
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    if (message.kind === 'deliveries') return void showTries(message.changes);
    if (message.kind !== 'executions') return;
    const data = queryClient.getQueryData<ExecutionPages>(queryKey);
    if (data === undefined) return;
    const hasMore = data.pages.at(-1)?.nextCursor !== undefined;
    const { pages, ...found } = applyToList(
      data.pages,
      message.changes,
      (change) => matches(change, values, workflowId, atMs),
      hasMore,
    );
    queryClient.setQueryData<ExecutionPages>(queryKey, { ...data, pages: [...pages] });
    if (found.isUndecided) askSoon();
    // Nothing can move in an empty list.
    if (found.fresh.length > 0 && pages.every((page) => page.data.length === 0)) readAgain();
    else addFresh(found.fresh);
  });
  return { freshCount: fresh.size, readAgain };
}

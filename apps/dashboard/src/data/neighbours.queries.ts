/** What is before and after an execution in the list that led to it. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './ask.js';
import type { LogFilter } from './executions.queries.js';

export interface Neighbours {
  /** Above it in the list. */
  readonly newer: string | null;
  readonly older: string | null;
}

interface Place {
  readonly executionId: string;
  readonly startedAt: string;
}

/** Others may have begun in the same millisecond. */
const asked = '5';

export const neighboursOf = (workspaceId: string, place: Place, filter: LogFilter) =>
  queryOptions({
    queryKey: [workspaceId, 'neighbours', place, filter],
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const { executionId, startedAt } = place;
      const read = async (query: LogFilter & { readonly order: 'asc' | 'desc' }) => {
        const page = await call(
          workspaceId,
          'listLogs',
          { query: { ...query, workspaceId, limit: asked } },
          signal,
        );
        const ids = page.data.map((entry) => entry.executionId);
        // The list goes on after the execution itself where that is in it.
        const at = ids.indexOf(executionId);
        return ids.slice(at + 1).find((id) => id !== executionId) ?? null;
      };
      const [newer, older] = await Promise.all([
        read({ ...filter, startDate: startedAt, order: 'asc' }),
        read({ ...filter, endDate: startedAt, order: 'desc' }),
      ]);
      return { newer, older };
    },
  });

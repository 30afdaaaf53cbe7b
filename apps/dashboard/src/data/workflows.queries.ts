import type { Operations } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { call, pagesOf } from './ask.js';

const maxPages = 10;
export interface NamedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly triggerUrl?: string;
}

/** The newest 1,000 workflows: enough to find one by its name. */
export const listWorkflows = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'listWorkflows', 'all'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly NamedWorkflow[]> => {
      const found: NamedWorkflow[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const answer = await call(
          workspaceId,
          'listWorkflows',
          { query: { workspaceId, limit: 100, ...(cursor !== undefined && { cursor }) } },
          signal,
        );
        found.push(...answer.data);
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      return found;
    },
  });

export type WorkflowRow = Operations['listWorkflows']['answer']['data'][number];

/** With the last execution and the figures of a day, newest first. */
export const workflowPages = (workspaceId: string, search: string) =>
  pagesOf(workspaceId, 'listWorkflows', {
    query: {
      ...{ workspaceId, limit: 100, include: 'last,stats24h', sort: 'updated' as const },
      ...(search !== '' && { search }),
    },
  });

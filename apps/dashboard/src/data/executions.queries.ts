import type { Operations } from '@libs/client';
import type { InfiniteData } from '@tanstack/react-query';
import { call, pagesOf } from './ask.js';

export type ExecutionPage = Operations['listLogs']['answer'];
export type Execution = ExecutionPage['data'][number];
export type ExecutionPages = InfiniteData<ExecutionPage>;
type Query = Operations['listLogs']['request']['query'];
/** A filter as the API takes it. */
export type LogFilter = Omit<Query, 'workspaceId' | 'limit' | 'cursor' | 'details' | 'order'>;

const pageSize = 100;

const queryOf = (workspaceId: string, filter: LogFilter): Query => ({
  ...filter,
  ...{ workspaceId, limit: String(pageSize), details: 'full', includeDeliveries: 'true' },
});

export const listExecutions = (workspaceId: string, filter: LogFilter) =>
  pagesOf(workspaceId, 'listLogs', { query: queryOf(workspaceId, filter) });

/** @param fromBlockId null: from the start */
export const rerunExecution = (workspaceId: string, id: string, fromBlockId: string | null) =>
  call(workspaceId, 'rerunExecution', {
    path: { id },
    body: fromBlockId === null ? {} : { fromBlockId },
  });

/** The first page alone, past the cache. */
export const readHead = (workspaceId: string, filter: LogFilter): Promise<ExecutionPage> =>
  call(workspaceId, 'listLogs', { query: queryOf(workspaceId, filter) });

import type { Operations } from '@libs/client';
import type { InfiniteData } from '@tanstack/react-query';
import { ask, call, pagesOf } from './ask.js';

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

export interface Rerun {
  /** Null: from the start. */
  readonly fromBlockId: string | null;
  /** A run of the draft is repeated with the draft as it is now. */
  readonly isDraft?: boolean;
}

export const rerunExecution = (
  workspaceId: string,
  id: string,
  { fromBlockId, isDraft = false }: Rerun,
) =>
  call(workspaceId, 'rerunExecution', {
    path: { id },
    body: { ...(fromBlockId !== null && { fromBlockId }), ...(isDraft && { useDraft: true }) },
  });

export const cancelExecution = (workspaceId: string, id: string) =>
  call(workspaceId, 'cancelExecution', { path: { id } });

/** The first page alone, past the cache. */
export const readHead = (workspaceId: string, filter: LogFilter): Promise<ExecutionPage> =>
  call(workspaceId, 'listLogs', { query: queryOf(workspaceId, filter) });

/** How it ended, with its whole output. */
export const executionResult = (workspaceId: string, id: string) =>
  ask(workspaceId, 'getExecution', { path: { id } });

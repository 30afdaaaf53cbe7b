import type { Operations } from '@libs/client';
import type { InfiniteData } from '@tanstack/react-query';
import { type ExecutionFilter, logParameters } from '../core/filter/execution-filter.js';
import { pagesOf } from './ask.js';

export type ExecutionPage = Operations['listLogs']['answer'];
export type Execution = ExecutionPage['data'][number];
export type ExecutionPages = InfiniteData<ExecutionPage>;

export const listExecutions = (
  workspaceId: string,
  filter: ExecutionFilter,
  workflowId: string | null,
) => pagesOf(workspaceId, 'listLogs', { query: logParameters(workspaceId, filter, workflowId) });

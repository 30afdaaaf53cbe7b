/** What a query shows before it has data: rows of the real height, or what failed. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../../text/common.js';
import { Skeleton } from '../../ui/skeleton.js';
import { FailureNotice } from './failure-notice.js';

export interface LoadedProps<T> {
  query: UseQueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, rows = 4, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return <FailureNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton label={common.loading} rows={rows} />;
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { peekSearch } from '../../core/filter/execution-filter.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { paths } from '../../core/paths/paths.js';
import type { Execution, ExecutionPages } from '../../data/executions.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { VirtualTable } from '../../parts/virtual-table/virtual-table.js';
import { common } from '../../text/common.js';
import { executionsText as words } from '../../text/executions.js';
import { Skeleton } from '../../ui/skeleton.js';
import { executionColumns } from './execution-columns.js';
import { ExecutionsEmpty, ExecutionsUnmatched } from './executions-empty.js';
import styles from './executions-page.module.css';
import { ListEnd } from './list-end.js';

export interface ExecutionListProps {
  workspaceId: string;
  values: FilterValues;
  list: UseInfiniteQueryResult<ExecutionPages>;
  /** Slower executions stand out. */
  p95Ms: number | null;
  onClear: () => void;
  /** The log that is open beside the list. */
  peeked: string | null;
  onPeek: (logId: string | null) => void;
}

const narrowRowPx = 60;
/** The next page is asked for when this many rows are left below. */
const prefetchRows = 30;

export function ExecutionList(props: ExecutionListProps) {
  const { workspaceId, values, list, peeked, onPeek } = props;
  const navigate = useNavigate();
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (list.data === undefined)
    return list.error === null ? (
      <Skeleton label={common.loading} rows={12} />
    ) : (
      <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
    );
  if (rows.length === 0 && !list.hasNextPage)
    return Object.keys(values).length > 0 ? (
      <ExecutionsUnmatched
        searchWindow={list.data.pages[0]?.searchWindow}
        onClear={props.onClear}
      />
    ) : (
      <ExecutionsEmpty workspaceId={workspaceId} />
    );
  const targetOf = ({ id }: Execution) => ({
    to: '.',
    search: { ...values, ...peekSearch.format({ peek: id }) },
  });
  return (
    <VirtualTable
      label={words.title}
      className={styles.columns ?? ''}
      rows={rows}
      columns={executionColumns(props.p95Ms)}
      targetOf={targetOf}
      onOpen={({ executionId }) =>
        void navigate({ href: paths.execution(workspaceId, executionId) })
      }
      peek={{ id: peeked, onPeek }}
      memory={`executions ${workspaceId} ${JSON.stringify(values)}`}
      narrowRowPx={narrowRowPx}
      isBusy={list.isRefetching}
      onRowsLeft={(count) => {
        if (count < prefetchRows && list.hasNextPage && !list.isFetching && !list.isError)
          void list.fetchNextPage();
      }}
      foot={<ListEnd list={list} lastStart={rows.at(-1)?.startedAt ?? null} />}
    />
  );
}

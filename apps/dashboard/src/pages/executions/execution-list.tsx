import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import {
  type ExecutionFilter,
  executionSearch,
  isFiltered,
  peekSearch,
} from '../../core/filter/execution-filter.js';
import { listExecutions } from '../../data/executions.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { common } from '../../text/common.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/skeleton.js';
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { ExecutionsEmpty, ExecutionsUnmatched } from './executions-empty.js';
import styles from './execution-list.module.css';
import { ExecutionHeader, ExecutionRow } from './execution-row.js';
import { ListEnd } from './list-end.js';
import { useLiveRows } from './use-live-rows.js';
import { usePeekKeys } from './peek/use-peek-keys.js';

export interface ExecutionListProps {
  workspaceId: string;
  filter: ExecutionFilter;
  workflowId: string | null;
  onChange: (filter: ExecutionFilter) => void;
  /** The log that is open beside the list. */
  peeked: string | null;
  onPeek: (logId: string | null) => void;
}

const rowHeightPx = 32;
const narrowRowHeightPx = 64;
/** The next page is asked for when this many rows are left below. */
const prefetchRows = 30;

export function ExecutionList(props: ExecutionListProps) {
  const { workspaceId, filter, workflowId, onChange, peeked, onPeek } = props;
  const search = executionSearch.format(filter);
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const options = listExecutions(workspaceId, filter, workflowId);
  const list = useInfiniteQuery(options);
  const { freshCount, readAgain } = useLiveRows(options.queryKey, filter, workflowId);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? narrowRowHeightPx : rowHeightPx),
    overscan: 10,
    onChange: ({ range }) => {
      const isNearEnd = range !== null && range.endIndex > rows.length - prefetchRows;
      if (isNearEnd && rows.length > 0 && list.hasNextPage && !list.isFetching && !list.isError)
        void list.fetchNextPage();
    },
  });
  const ids = rows.map(({ id }) => id);
  usePeekKeys(ids, peeked, (id) => {
    if (id !== null) virtual.scrollToIndex(ids.indexOf(id));
    onPeek(id);
  });
  if (list.data === undefined)
    return list.error === null ? (
      <Skeleton label={common.loading} rows={12} />
    ) : (
      <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
    );
  if (rows.length === 0 && !list.hasNextPage)
    return isFiltered(filter) ? (
      <ExecutionsUnmatched searchWindow={list.data.pages[0]?.searchWindow} onChange={onChange} />
    ) : (
      <ExecutionsEmpty workspaceId={workspaceId} />
    );
  return (
    <>
      {freshCount > 0 && (
        <div className={styles.pill}>
          <Button
            tone="primary"
            aria-label={words.showNew(freshCount)}
            onPress={() => {
              scroller.current?.scrollTo({ top: 0 });
              readAgain();
            }}
          >
            {words.newRows(freshCount)}
          </Button>
        </div>
      )}
      {/* A region that scrolls must be reachable by the keyboard. */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={words.title}
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div role="table" aria-label={words.title} aria-rowcount={-1} data-busy={list.isRefetching}>
          <ExecutionHeader />
          <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, size }) => {
              const execution = rows[index];
              return (
                execution && (
                  <div
                    key={execution.id}
                    role="row"
                    aria-rowindex={index + 2}
                    className={styles.columns}
                    data-peeked={execution.id === peeked ? '' : undefined}
                    style={{ transform: `translateY(${start}px)`, height: size }}
                  >
                    <ExecutionRow
                      execution={execution}
                      search={{ ...search, ...peekSearch.format({ peek: execution.id }) }}
                      isPeeked={execution.id === peeked}
                    />
                  </div>
                )
              );
            })}
          </div>
        </div>
        <ListEnd list={list} lastStart={rows.at(-1)?.startedAt ?? null} />
      </div>
    </>
  );
}

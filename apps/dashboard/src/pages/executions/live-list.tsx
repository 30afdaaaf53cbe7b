import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { logFilter } from '../../core/filter/execution-filter.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { listExecutions } from '../../data/executions.queries.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { ExecutionList } from './execution-list.js';
import styles from './executions-page.module.css';
import { useLiveRows } from './use-live-rows.js';
import { useVolume } from './use-volume.js';

const ExecutionPeek = lazyPart(
  async () => (await import('./peek/execution-peek.js')).ExecutionPeek,
);

const LiveTries = lazyPart(async () => (await import('./live-tries.js')).LiveTries);

export interface LiveListProps {
  workspaceId: string;
  values: FilterValues;
  workflowId: string | null;
  onClear: () => void;
  /** The log that is open beside the list. */
  peeked: string | null;
  onPeek: (logId: string | null) => void;
}

/** The list of one filter, how many rows are new in it, and the row that is looked at. */
export function LiveList({ workspaceId, values, workflowId, peeked, ...props }: LiveListProps) {
  // "The last hour" is that before the list was opened, so that its pages fit together.
  const [openedMs] = useState(() => Date.now());
  const filter = logFilter(values, workflowId, openedMs);
  const list = useInfiniteQuery(listExecutions(workspaceId, filter));
  const { query } = useVolume({ workspaceId, values, workflowId }, openedMs);
  const { freshCount, readAgain } = useLiveRows({ workspaceId, values, filter, workflowId });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const index = rows.findIndex(({ id }) => id === peeked);
  const stepTo = (place: number): (() => void) | null => {
    const row = index < 0 ? undefined : rows[place];
    return row === undefined ? null : () => props.onPeek(row.id);
  };
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        {freshCount > 0 && (
          <div className={styles.fresh}>
            <Button tone="primary" aria-label={words.showNew(freshCount)} onPress={readAgain}>
              {words.newRows(freshCount)}
            </Button>
          </div>
        )}
        <LiveTries workspaceId={workspaceId} filter={filter} />
        <ExecutionList
          {...props}
          workspaceId={workspaceId}
          values={values}
          list={list}
          p95Ms={query.data?.totals?.p95Ms ?? null}
          peeked={peeked}
        />
      </div>
      {peeked !== null && (
        <ExecutionPeek
          key={peeked}
          workspaceId={workspaceId}
          logId={peeked}
          onClose={() => props.onPeek(null)}
          onNext={stepTo(index + 1)}
          onPrevious={stepTo(index - 1)}
        />
      )}
    </div>
  );
}

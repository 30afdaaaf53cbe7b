import { Link } from '@tanstack/react-router';
import { costText, durationText } from '../../core/format/format.js';
import type { Execution } from '../../data/executions.queries.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { Time } from '../../parts/time/time.js';
import { executionsText as words } from '../../text/executions.js';
import styles from './execution-list.module.css';

export function ExecutionHeader() {
  const { columns } = words;
  return (
    <div role="rowgroup" className={styles.header}>
      <div role="row" className={styles.columns}>
        {Object.entries(columns).map(([id, title]) => (
          <span key={id} role="columnheader" data-column={id}>
            {title}
          </span>
        ))}
      </div>
    </div>
  );
}

export interface ExecutionRowProps {
  execution: Execution;
  /** The list, with this execution beside it. */
  search: Record<string, string>;
  isPeeked: boolean;
}

export function ExecutionRow({ execution, search, isPeeked }: ExecutionRowProps) {
  const { status, workflow, trigger, draft, startedAt, totalDurationMs, cost, error } = execution;
  return (
    <>
      <span role="cell" data-column="status">
        <StatusLabel status={status} />
      </span>
      <span role="cell" data-column="workflow" title={workflow?.name}>
        <Link
          to="."
          search={search}
          className={styles.peek}
          aria-current={isPeeked ? 'true' : undefined}
        >
          {workflow?.name ?? execution.workflowId}
        </Link>
      </span>
      <span role="cell" data-column="trigger">
        {draft ? words.draft : trigger}
      </span>
      <span role="cell" data-column="started">
        <Time at={startedAt} />
      </span>
      <span role="cell" data-column="duration">
        {totalDurationMs === null ? '' : durationText(totalDurationMs)}
      </span>
      <span role="cell" data-column="cost">
        {costText(cost.total)}
      </span>
      <span role="cell" data-column="error" title={error?.message}>
        {error === undefined ? '' : words.atBlock(error.code, error.blockName ?? null)}
      </span>
    </>
  );
}

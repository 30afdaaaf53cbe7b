import { costText } from '../../core/format/format.js';
import type { Execution } from '../../data/executions.queries.js';
import { DurationBar } from '../../parts/duration-bar/duration-bar.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { Time } from '../../parts/time/time.js';
import type { Column } from '../../parts/virtual-table/virtual-table.js';
import { executionsText as words } from '../../text/executions.js';
import styles from './executions-page.module.css';

const { columns: titles } = words;

/** @param p95Ms slower ones stand out; null: unknown */
export const executionColumns = (p95Ms: number | null): readonly Column<Execution>[] => [
  { id: 'status', title: titles.status, cell: ({ status }) => <StatusLabel status={status} /> },
  {
    ...{ id: 'workflow', title: titles.workflow, isName: true },
    cell: ({ workflow, workflowId }) => workflow?.name ?? workflowId,
  },
  { id: 'result', title: titles.result, cell: (execution) => <Result {...execution} /> },
  {
    ...{ id: 'trigger', title: titles.trigger },
    cell: ({ trigger, draft }) => (draft ? words.draft : trigger),
  },
  {
    ...{ id: 'duration', title: titles.duration, isNumber: true },
    cell: ({ totalDurationMs, status }) =>
      totalDurationMs !== null && (
        <DurationBar durationMs={totalDurationMs} p95Ms={p95Ms} isFailed={status === 'error'} />
      ),
  },
  {
    ...{ id: 'cost', title: titles.cost, isNumber: true },
    cell: ({ cost }) => costText(cost.total),
  },
  {
    ...{ id: 'started', title: titles.started, isNumber: true },
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
];

function Result({ error }: Execution) {
  if (error === undefined) return null;
  const { code, blockName } = error;
  return (
    <span className={styles.failed}>
      <b>{code}</b>
      {blockName == null ? '' : ` ${words.inBlock(blockName)}`}
    </span>
  );
}

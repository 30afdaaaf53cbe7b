import { rowPips } from '../../core/delivery/pips.js';
import { costText, durationText } from '../../core/format/format.js';
import type { Execution } from '../../data/executions.queries.js';
import { AttemptPips } from '../../parts/attempt-pips/attempt-pips.js';
import { DurationBar } from '../../parts/duration-bar/duration-bar.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { Time } from '../../parts/time/time.js';
import { useNow } from '../../parts/time/use-now.js';
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
    cell: ({ totalDurationMs, status, startedAt }) =>
      totalDurationMs !== null ? (
        <DurationBar durationMs={totalDurationMs} p95Ms={p95Ms} isFailed={status === 'error'} />
      ) : (
        <Elapsed since={startedAt} />
      ),
  },
  {
    ...{ id: 'delivery', title: titles.delivery },
    cell: (execution) => <Deliveries {...execution} />,
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

function Elapsed({ since }: { since: string }) {
  const nowMs = useNow(1_000);
  return durationText(Math.max(0, nowMs - Date.parse(since)));
}

/** What failed stands out before where: **HTTP 402** in Charge card. */
function Result({ status, result, errorCode, errorBlock }: Execution) {
  const text = result ?? errorCode;
  if (status !== 'error' || text === null) return text;
  const place = errorBlock === null ? '' : ` ${words.inBlock(errorBlock)}`;
  const at = place === '' ? -1 : text.indexOf(place);
  return (
    <span className={styles.failed}>
      <b>{at < 0 ? text : text.slice(0, at)}</b>
      {at < 0 ? place : text.slice(at)}
    </span>
  );
}

function Deliveries({ deliveries = [] }: Execution) {
  const pips = rowPips(deliveries);
  if (pips.length === 0) return <span className={styles.none}>–</span>;
  return <AttemptPips attempts={pips} label={words.tries(pips.length, deliveries.length)} />;
}

import { countText, durationText } from '../../core/format/format.js';
import type { WorkflowRow } from '../../data/workflows.queries.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { Time } from '../../parts/time/time.js';
import type { Column } from '../../parts/virtual-table/virtual-table.js';
import { workflowsText as words } from '../../text/workflows.js';
import { Badge } from '../../ui/badge.js';
import { failedPercent, percentText } from './model/figures.js';
import styles from './workflows-page.module.css';

const { columns: titles } = words;

export const workflowColumns: readonly Column<WorkflowRow>[] = [
  { id: 'name', title: titles.name, isName: true, cell: ({ name }) => name },
  {
    ...{ id: 'trigger', title: titles.trigger },
    cell: ({ trigger }) => (trigger === null ? words.noTrigger : words.triggers[trigger]),
  },
  { id: 'version', title: titles.version, cell: (workflow) => <Version {...workflow} /> },
  { id: 'last', title: titles.last, cell: ({ lastRun }) => lastRun && <LastRun {...lastRun} /> },
  {
    ...{ id: 'runs', title: titles.runs, isNumber: true },
    cell: ({ stats24h: day }) =>
      day === undefined ? '' : countText(day.success + day.error + day.cancelled),
  },
  {
    ...{ id: 'failed', title: titles.failed, isNumber: true },
    cell: ({ stats24h: day }) => <Failed percent={day === undefined ? null : failedPercent(day)} />,
  },
  {
    ...{ id: 'slow', title: titles.slow, isNumber: true },
    cell: ({ stats24h: day }) => (day?.p95Ms == null ? '–' : durationText(day.p95Ms)),
  },
];

function Version({ deployedVersion, pausedAt }: WorkflowRow) {
  if (deployedVersion === null) return <Badge tone="line">{words.notDeployed}</Badge>;
  return (
    <span className={styles.version}>
      <Badge isMono>{words.version(deployedVersion)}</Badge>
      {pausedAt !== null && <Badge tone="waiting">{words.paused}</Badge>}
    </span>
  );
}

function LastRun({ status, startedAt }: NonNullable<WorkflowRow['lastRun']>) {
  return (
    <span className={styles.last}>
      <StatusLabel status={status} />
      <span className={styles.when}>
        <Time at={startedAt} />
      </span>
    </span>
  );
}

function Failed({ percent }: { percent: number | null }) {
  if (percent === null) return '–';
  return <span className={percent > 0 ? styles.failed : undefined}>{percentText(percent)}</span>;
}

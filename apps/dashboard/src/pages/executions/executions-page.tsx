import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type ExecutionFilter,
  executionSearch,
  peekSearch,
} from '../../core/filter/execution-filter.js';
import { formatFilterText } from '../../core/filter/filter-text.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { executionsText as words } from '../../text/executions.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ExecutionList } from './execution-list.js';
import styles from './executions-page.module.css';
import { FilterBar } from './filter-bar.js';
import { chosenWorkflow } from './model/chosen-workflow.js';

const ChartWaiting = () => <div className={styles.chart} />;
const VolumeChart = lazyPart(
  async () => (await import('./chart/volume-chart.js')).VolumeChart,
  ChartWaiting,
);
const ExecutionPeek = lazyPart(
  async () => (await import('./peek/execution-peek.js')).ExecutionPeek,
);

export function ExecutionsPage() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const filter = executionSearch.parse(raw);
  const { peek } = peekSearch.parse(raw);
  const workflows = useQuery({ ...listWorkflows(ws), enabled: filter.workflow !== '' });
  const show = (next: ExecutionFilter): void =>
    void navigate({ to: '.', search: executionSearch.format(next) });
  const openPeek = (logId: string | null): void => {
    const search = { ...executionSearch.format(filter), ...peekSearch.format({ peek: logId }) };
    void navigate({ to: '.', search, replace: true });
  };
  const chosen = chosenWorkflow(filter.workflow, workflows.data);
  const workflowId = chosen.kind === 'one' ? chosen.id : null;
  const isKnown = chosen.kind === 'any' || chosen.kind === 'one';
  return (
    <Page title={words.title}>
      <FilterBar filter={filter} onChange={show} />
      {chosen.kind === 'unread' && <Loaded query={workflows}>{() => null}</Loaded>}
      {chosen.kind === 'unknown' && (
        <EmptyState title={words.problem.noWorkflow(filter.workflow)} />
      )}
      {isKnown && (
        <>
          <VolumeChart workspaceId={ws} filter={filter} workflowId={workflowId} onChange={show} />
          <div className={styles.beside}>
            <div className={styles.list}>
              <ExecutionList
                key={`${ws} ${formatFilterText(filter)}`}
                workspaceId={ws}
                filter={filter}
                workflowId={workflowId}
                onChange={show}
                peeked={peek}
                onPeek={openPeek}
              />
            </div>
            {peek !== null && (
              <ExecutionPeek workspaceId={ws} logId={peek} onClose={() => openPeek(null)} />
            )}
          </div>
        </>
      )}
    </Page>
  );
}

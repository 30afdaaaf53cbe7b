import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  executionParts,
  peekSearch,
  timeKeys,
  valuesIn,
} from '../../core/filter/execution-filter.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { lookOf } from '../../core/status/status.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { FilterField } from '../../parts/filter-field/filter-field.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { Page } from '../../parts/page/page.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { executionsText as words } from '../../text/executions.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTree } from '../../ui/icon.js';
import styles from './executions-page.module.css';
import { LiveList } from './live-list.js';
import { chosenWorkflow } from './model/chosen-workflow.js';
import { TimeMenu } from './time-menu.js';
import { useStatusCounts } from './use-status-counts.js';

const ChartWaiting = () => <div className={styles.chart} />;
const VolumeChart = lazyPart(
  async () => (await import('./chart/volume-chart.js')).VolumeChart,
  ChartWaiting,
);
/** After the rows, which people come for. */
const ListActions = lazyPart(async () => (await import('./list-actions.js')).ListActions);
const showValue = (key: string, value: string) =>
  key === 'status' ? <StatusLabel status={value} /> : value;
const wordOf = (key: string, value: string): string =>
  key === 'status' ? lookOf(value).word : value;

export function ExecutionsPage() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const values = valuesIn(raw);
  const { peek } = peekSearch.parse(raw);
  const workflows = useQuery(listWorkflows(ws));
  const show = (next: FilterValues): void => void navigate({ to: '.', search: next });
  const openPeek = (logId: string | null): void => {
    const search = { ...values, ...peekSearch.format({ peek: logId }) };
    void navigate({ to: '.', search, replace: true });
  };
  const chosen = chosenWorkflow(values['workflow'] ?? '', workflows.data);
  const workflowId = chosen.kind === 'one' ? chosen.id : null;
  const isKnown = chosen.kind === 'any' || chosen.kind === 'one';
  const countOf = useStatusCounts({ workspaceId: ws, values, workflowId });
  return (
    <Page
      title={words.title}
      body="fill"
      actions={
        <ListActions
          workspaceId={ws}
          values={values}
          workflowId={workflowId}
          isUnknown={!isKnown}
        />
      }
    >
      <div className={styles.filter}>
        <FilterField
          label={words.filter}
          parts={executionParts}
          hidden={timeKeys}
          values={values}
          onChange={show}
          valuesOf={(key) =>
            key === 'workflow' ? (workflows.data ?? []).map(({ name }) => name) : []
          }
          show={showValue}
          wordOf={wordOf}
          countOf={countOf}
        />
        <TimeMenu values={values} onChange={show} />
      </div>
      {chosen.kind === 'unread' && <Loaded query={workflows}>{() => null}</Loaded>}
      {chosen.kind === 'unknown' && (
        <EmptyState icon={ListTree} title={words.noWorkflow(values['workflow'] ?? '')} />
      )}
      {isKnown && (
        <>
          <VolumeChart workspaceId={ws} values={values} workflowId={workflowId} onChange={show} />
          <LiveList
            key={`${ws} ${JSON.stringify(values)}`}
            workspaceId={ws}
            values={values}
            workflowId={workflowId}
            onClear={() => show({})}
            peeked={peek}
            onPeek={openPeek}
          />
        </>
      )}
    </Page>
  );
}

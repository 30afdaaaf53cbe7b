import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ExecutionFilter, executionSearch } from '../../core/filter/execution-filter.js';
import { formatFilterText } from '../../core/filter/filter-text.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { executionsText as words } from '../../text/executions.js';
import { Notice } from '../../ui/notice.js';
import { ExecutionList } from './execution-list.js';
import { FilterBar } from './filter-bar.js';
import { chosenWorkflow } from './model/chosen-workflow.js';

export function ExecutionsPage() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const filter = executionSearch.parse(useSearch({ strict: false }));
  const workflows = useQuery({ ...listWorkflows(ws), enabled: filter.workflow !== '' });
  const show = (next: ExecutionFilter): void =>
    void navigate({ to: '.', search: executionSearch.format(next) });
  const chosen = chosenWorkflow(filter.workflow, workflows.data);
  return (
    <Page title={words.title}>
      <FilterBar filter={filter} onChange={show} />
      {chosen.kind === 'unread' && <Loaded query={workflows}>{() => null}</Loaded>}
      {chosen.kind === 'unknown' && <Notice title={words.problem.noWorkflow(filter.workflow)} />}
      {(chosen.kind === 'any' || chosen.kind === 'one') && (
        <ExecutionList
          key={`${ws} ${formatFilterText(filter)}`}
          workspaceId={ws}
          filter={filter}
          workflowId={chosen.kind === 'one' ? chosen.id : null}
          onChange={show}
        />
      )}
    </Page>
  );
}

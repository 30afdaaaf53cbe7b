/** One workflow, until the editor is there: what it is, how it is called, and how it does. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { useLive } from '../../data/live/live-feed.js';
import { getWorkflow, type Workflow } from '../../data/workflow.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { RunDrawer } from '../../parts/run-drawer/run-drawer.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { workflowText as words } from '../../text/workflow.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Notice } from '../../ui/notice.js';
import { Tabs } from '../../ui/tabs.js';
import { workflowSearch, workflowViews } from './model/workflow-search.js';
import { RunsSection } from './runs-section.js';
import { SubscriptionsSection } from './subscriptions-section.js';
import { TriggerSection } from './trigger-section.js';
import { VersionsSection } from './versions-section.js';
import { WorkflowActions } from './workflow-actions.js';
import styles from './workflow-page.module.css';
import { WorkflowState } from './workflow-state.js';

export function WorkflowPage() {
  const ws = useWorkspaceId();
  const { workflowId = '' }: { readonly workflowId?: string } = useParams({ strict: false });
  const workflow = useQuery(getWorkflow(ws, workflowId));
  useLive((message) => {
    if (message.kind === 'resync') void workflow.refetch();
  });
  return (
    <Loaded query={workflow}>
      {({ data }) => <Shown key={data.id} workspaceId={ws} workflow={data} />}
    </Loaded>
  );
}

const messageOf = (problem: Readonly<Record<string, unknown>> | undefined): string => {
  const message = problem?.['message'];
  return typeof message === 'string' ? message : '';
};

function Shown({ workspaceId, workflow }: { workspaceId: string; workflow: Workflow }) {
  const navigate = useNavigate();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const view = workflowSearch.parse(raw).view ?? 'overview';
  const [isRunning, setRunning] = useState(false);
  return (
    <Page
      title={workflow.name}
      crumbs={[{ label: words.all, href: paths.workflows(workspaceId) }]}
      facts={<WorkflowState workspaceId={workspaceId} workflow={workflow} />}
      actions={
        <WorkflowActions
          workspaceId={workspaceId}
          workflow={workflow}
          onRun={() => setRunning(true)}
        />
      }
    >
      {workflow.problems.length > 0 && (
        <div className={styles.problems}>
          <Notice
            tone="waiting"
            title={words.problems(workflow.problems.length)}
            detail={messageOf(workflow.problems[0])}
          />
        </div>
      )}
      <Tabs
        label={words.views}
        tabs={workflowViews.map((id) => ({ id, label: words.view[id] }))}
        chosen={view}
        onChoose={(id) => void navigate({ to: '.', search: id === 'overview' ? {} : { view: id } })}
      >
        {view === 'overview' && (
          <div className={styles.overview}>
            <TriggerSection workflow={workflow} />
            <SubscriptionsSection workspaceId={workspaceId} workflowId={workflow.id} />
            <RunsSection workspaceId={workspaceId} workflow={workflow} />
          </div>
        )}
        {view === 'versions' && <VersionsSection workspaceId={workspaceId} workflow={workflow} />}
        {view === 'definition' && (
          <div className={styles.definition}>
            <CodeBlock
              label={words.view.definition}
              language="json"
              text={JSON.stringify(workflow.definition, null, 2)}
            />
          </div>
        )}
      </Tabs>
      {isRunning && (
        <RunDrawer
          workspaceId={workspaceId}
          workflow={workflow}
          onClose={() => setRunning(false)}
        />
      )}
    </Page>
  );
}

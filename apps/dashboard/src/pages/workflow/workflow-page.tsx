/** One workflow, until the editor is there: what it is, how it is called, and how it does. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { useLive } from '../../data/live/live-feed.js';
import { getWorkflow, type Workflow } from '../../data/workflow.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { JsonViewer } from '../../parts/json-viewer/json-viewer.js';
import { Page } from '../../parts/page/page.js';
import { Run } from '../../parts/run-drawer/run.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { workflowText as words } from '../../text/workflow.js';
import { buttonLook } from '../../ui/button-base.js';
import { Notice } from '../../ui/notice.js';
import { Segment } from '../../ui/segment.js';
import { Tabs } from '../../ui/tabs.js';
import { BlocksSection } from './blocks-section.js';
import { workflowSearch, workflowViews } from './model/workflow-search.js';
import { RunsSection } from './runs-section.js';
import { SubscriptionsSection } from './subscriptions-section.js';
import { TriggerSection } from './trigger-section.js';
import { WorkflowActions } from './workflow-actions.js';
import { useShownDefinition } from './use-shown-definition.js';
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
  const search = workflowSearch.parse(raw);
  const view = search.view ?? 'overview';
  const { deployedVersion } = workflow;
  const state = deployedVersion === null ? 'draft' : (search.of ?? 'deployed');
  const shown = useShownDefinition(workspaceId, workflow, state);
  const go = (next: Partial<typeof search>): void =>
    void navigate({ to: '.', search: workflowSearch.format({ ...search, ...next }) });
  const [isRunning, setRunning] = useState(false);
  const which = deployedVersion !== null && (
    <Segment
      label={words.which}
      choices={[
        { id: 'deployed', label: words.deployedVersion },
        { id: 'draft', label: words.draft },
      ]}
      chosen={state}
      onChoose={(id) => go({ of: id === 'draft' ? 'draft' : null })}
    />
  );
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
        onChoose={(id) => go({ view: workflowSearch.parse({ view: id }).view })}
        end={
          <>
            {which}
            <Link to={`${paths.workflow(workspaceId, workflow.id)}/versions`} {...buttonLook()}>
              {words.versions}
            </Link>
          </>
        }
      >
        {view === 'overview' && (
          <div className={styles.overview}>
            <BlocksSection key={state} workflow={workflow} shown={shown} />
            <div className={styles.facts}>
              <RunsSection workspaceId={workspaceId} workflow={workflow} />
              <TriggerSection workflow={workflow} />
              <SubscriptionsSection workspaceId={workspaceId} workflowId={workflow.id} />
            </div>
          </div>
        )}
        {view === 'definition' && (
          <div className={styles.definition}>
            {shown.definition !== null && (
              <JsonViewer
                title={words.view.definition}
                text={JSON.stringify(shown.definition)}
                fileName={`${workflow.name}.json`}
              />
            )}
          </div>
        )}
      </Tabs>
      {isRunning && (
        <Run workspaceId={workspaceId} workflowId={workflow.id} onClose={() => setRunning(false)} />
      )}
    </Page>
  );
}

/** One execution: what became of it, where, when and why, and what to do about it. */
import { useParams } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { failureOf } from '../../data/failure.js';
import { useRun } from '../../data/run/use-run.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { executionText as words } from '../../text/execution.js';
import { AppLink } from '../../ui/app-link.js';
import { EmptyState } from '../../ui/empty-state.js';
import { crumbsOf } from './crumbs.js';
import { ExecutionSkeleton } from './execution-skeleton.js';
import { ExecutionView } from './execution-view.js';
import { Page } from '../../parts/page/page.js';

export function ExecutionPage() {
  const workspaceId = useWorkspaceId();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { run, state } = useRun(workspaceId, id);
  switch (state.kind) {
    case 'loading':
      return <ExecutionSkeleton />;
    case 'failed':
      return (
        <Page title={words.title} crumbs={crumbsOf(workspaceId)}>
          {failureOf(state.error).kind === 'missing' ? (
            <EmptyState title={words.missing} detail={words.missingDetail}>
              <AppLink href={paths.executions(workspaceId)}>{words.toList}</AppLink>
            </EmptyState>
          ) : (
            <FailureNotice error={state.error} onRetry={run.refresh} />
          )}
        </Page>
      );
    case 'ready':
      // Another execution begins with closed dialogs and its own choices.
      return <ExecutionView key={id} {...state} workspaceId={workspaceId} />;
  }
}

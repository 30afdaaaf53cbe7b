/** One workflow, to be changed. What is edited is saved by itself. */
import { useParams } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { common } from '../../text/common.js';
import { editorText as words } from '../../text/editor.js';
import { Skeleton } from '../../ui/skeleton.js';
import { EditorView } from './editor-view.js';
import { EditorContext } from './store/editor-context.js';
import { useOpenedEditor } from './store/use-opened-editor.js';

export function EditorPage() {
  const workspaceId = useWorkspaceId();
  const { workflowId = '' }: { readonly workflowId?: string } = useParams({ strict: false });
  return <Opened key={workflowId} workspaceId={workspaceId} workflowId={workflowId} />;
}

function Opened({ workspaceId, workflowId }: { workspaceId: string; workflowId: string }) {
  const { editor, answer, error, retry } = useOpenedEditor(workspaceId, workflowId);
  if (editor === null || answer === undefined)
    return (
      <Page title={words.title} crumbs={[{ label: words.all, href: paths.workflows(workspaceId) }]}>
        {error === null ? (
          <Skeleton label={common.loading} rows={6} />
        ) : (
          <FailureNotice error={error} onRetry={retry} />
        )}
      </Page>
    );
  return (
    <EditorContext value={editor}>
      <EditorView name={answer.name} />
    </EditorContext>
  );
}

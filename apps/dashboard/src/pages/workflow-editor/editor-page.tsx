/** One workflow, to be changed. What is edited is saved by itself. */
import { useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { Page } from '../../parts/page/page.js';
import { CanvasBodyWaiting } from '../../parts/page/page-waiting.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { editorText as words } from '../../text/editor.js';
import { EditorView } from './editor-view.js';
import { KeptDraft } from './facts/kept-draft.js';
import { refusedAs } from './facts/refused-as.js';
import { editorSearch } from './model/editor-search.js';
import { RunProvider } from './run/run-provider.js';
import { EditorContext } from './store/editor-context.js';
import { useOpenedEditor } from './store/use-opened-editor.js';

export function EditorPage() {
  const workspaceId = useWorkspaceId();
  const { workflowId = '' }: { readonly workflowId?: string } = useParams({ strict: false });
  return <Opened key={workflowId} workspaceId={workspaceId} workflowId={workflowId} />;
}

function Opened({ workspaceId, workflowId }: { workspaceId: string; workflowId: string }) {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { block } = editorSearch.parse(raw);
  const { editor, answer, error, retry } = useOpenedEditor(workspaceId, workflowId, block);
  if (editor === null || answer === undefined)
    return (
      <Page
        title={words.title}
        body="fill"
        crumbs={[{ label: words.all, href: paths.workflows(workspaceId) }]}
      >
        {error === null ? (
          <CanvasBodyWaiting />
        ) : (
          <>
            <FailureNotice error={error} onRetry={retry} />
            {refusedAs(error) === 'gone' && <KeptDraft {...{ workspaceId, workflowId }} />}
          </>
        )}
      </Page>
    );
  return (
    <EditorContext value={editor}>
      <RunProvider>
        <EditorView name={answer.name} />
      </RunProvider>
    </EditorContext>
  );
}

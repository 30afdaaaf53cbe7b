import { useMutation } from '@tanstack/react-query';
import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { deployWorkflow } from '../../../data/workflow.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorText as words } from '../../../text/editor.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { notify } from '../../../ui/toast-queue.js';
import { People } from './people.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';

export function EditorActions() {
  const { workspaceId, workflowId, store, flush } = useEditorOf();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const problems = useEditor((state) => state.problems.length);
  const conflicts = useEditor((state) => state.conflicts.length);
  const deploy = useMutation({
    mutationFn: async () => {
      await flush();
      return deployWorkflow(workspaceId, { id: workflowId, revision: store.getState().revision }, '');
    },
    onSuccess: ({ data }) => notify(words.isDeployed(data.version)),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const refusal =
    mayEdit ??
    (conflicts > 0 ? words.hasConflicts : null) ??
    (problems > 0 ? words.hasProblems : null);
  return (
    <>
      <People />
      {problems > 0 && <Badge tone="error">{words.problems(problems)}</Badge>}
      <Button
        tone="primary"
        isPending={deploy.isPending}
        disabledReason={refusal}
        onPress={() => deploy.mutate()}
      >
        {words.deploy}
      </Button>
    </>
  );
}

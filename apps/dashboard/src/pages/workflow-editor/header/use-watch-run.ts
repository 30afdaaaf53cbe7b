import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../core/paths/paths.js';
import { editorBarText } from '../../../text/editor-bar.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';

/** Tells that a run began somewhere else, and leads to it. */
export function useWatchRun(): (executionId: string) => void {
  const navigate = useNavigate();
  const { workspaceId } = useEditorOf();
  const { came, watch } = editorBarText.listen;
  return (executionId) =>
    notify(came, {
      action: {
        label: watch,
        run: () => void navigate({ href: paths.execution(workspaceId, executionId) }),
      },
    });
}

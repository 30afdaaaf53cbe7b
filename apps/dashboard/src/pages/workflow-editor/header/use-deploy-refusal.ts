import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { editorText as words } from '../../../text/editor.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';

/** Why the draft may not be deployed now; null: it may. */
export function useDeployRefusal(): string | null {
  const { workspaceId } = useEditorOf();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows');
  const hasProblems = useEditor((state) => state.problems.length > 0);
  const hasConflicts = useEditor((state) => state.conflicts.length > 0);
  if (!mayEdit) return words.needsEditor;
  if (hasConflicts) return words.hasConflicts;
  return hasProblems ? words.hasProblems : null;
}

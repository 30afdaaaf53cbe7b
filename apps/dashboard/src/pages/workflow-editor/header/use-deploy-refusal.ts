import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { editorText as words } from '../../../text/editor.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';

/** Why the draft cannot be deployed now; null: it can. */
export function useDeployRefusal(): string | null {
  const { workspaceId } = useEditorOf();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const problems = useEditor((state) => state.problems.length);
  const conflicts = useEditor((state) => state.conflicts.length);
  return (
    mayEdit ??
    (conflicts > 0 ? words.hasConflicts : null) ??
    (problems > 0 ? words.hasProblems : null)
  );
}

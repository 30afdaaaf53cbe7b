import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { editorText as words } from '../../../text/editor.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Play, Rocket, Webhook } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import type { Side } from '../side.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { People } from './people.js';

export interface EditorActionsProps {
  side: Side | null;
  onSide: (side: Side | null) => void;
  onRun: () => void;
}

export function EditorActions({ side, onSide, onRun }: EditorActionsProps) {
  const { workspaceId, flush } = useEditorOf();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const problems = useEditor((state) => state.problems.length);
  const conflicts = useEditor((state) => state.conflicts.length);
  const refusal =
    mayEdit ??
    (conflicts > 0 ? words.hasConflicts : null) ??
    (problems > 0 ? words.hasProblems : null);
  return (
    <>
      <People />
      {problems > 0 && <Badge tone="error">{words.problems(problems)}</Badge>}
      <IconButton
        tone="ghost"
        icon={Webhook}
        label={words.webhooks}
        aria-expanded={side === 'webhooks'}
        onPress={() => onSide(side === 'webhooks' ? null : 'webhooks')}
      />
      <Button
        icon={Play}
        isCompact
        disabledReason={mayEdit}
        onPress={() => void flush().then(onRun)}
      >
        {words.run}
      </Button>
      <Button
        tone="primary"
        icon={Rocket}
        disabledReason={refusal}
        onPress={() => void flush().then(() => onSide('deploy'))}
      >
        {words.deploy}
      </Button>
    </>
  );
}

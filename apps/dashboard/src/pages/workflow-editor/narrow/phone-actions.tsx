/** The heading's line on a phone: back, problems, add, and a menu of all that has no room. */
import { paths } from '../../../core/paths/paths.js';
import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { editorText } from '../../../text/editor.js';
import { phoneText as words } from '../../../text/editor-phone.js';
import { testText } from '../../../text/workflow-tests.js';
import { AppLink } from '../../../ui/app-link.js';
import { Button } from '../../../ui/button.js';
import { buttonLook } from '../../../ui/button-base.js';
import {
  ChevronLeft,
  FlaskConical,
  Plus,
  Redo2,
  TriangleAlert,
  Undo2,
  Webhook,
} from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { iconSize } from '../../../ui/icon-size.js';
import { useWorkflow } from '../facts/use-workflow.js';
import { WorkflowMenu } from '../facts/workflow-menu.js';
import type { Side } from '../side.js';
import { addingAlone } from '../store/add-block.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { openAdding, redo, undo } from '../store/editor-store.js';
import { useSayRefusal } from '../use-say-refusal.js';

export function PhoneBack({ workspaceId }: { workspaceId: string }) {
  return (
    <AppLink
      {...buttonLook({ tone: 'ghost' })}
      data-icon-only=""
      href={paths.workflows(workspaceId)}
      aria-label={words.back}
    >
      <ChevronLeft {...iconSize} />
    </AppLink>
  );
}

export interface PhoneActionsProps {
  onSide: (side: Side) => void;
  onProblems: () => void;
  onRename: () => void;
}

export function PhoneActions({ onSide, onProblems, onRename }: PhoneActionsProps) {
  const { store, workspaceId } = useEditorOf();
  const needsEditor = allows(useRole(workspaceId), 'editWorkflows') ? null : editorText.needsEditor;
  const problems = useEditor((state) => state.problems.length);
  const warnings = useEditor((state) => state.warnings.length);
  const count = problems + warnings;
  return (
    <>
      {count > 0 && (
        <Button
          tone="ghost"
          icon={TriangleAlert}
          aria-label={words.openProblems(problems, warnings)}
          onPress={onProblems}
        >
          {String(count)}
        </Button>
      )}
      <IconButton
        tone="ghost"
        icon={Plus}
        label={words.add}
        disabledReason={needsEditor}
        onPress={() => openAdding(store, addingAlone)}
      />
      <MoreMenu {...{ onSide, onProblems, onRename, needsEditor }} counts={[problems, warnings]} />
    </>
  );
}

interface MoreMenuProps extends PhoneActionsProps {
  counts: readonly [problems: number, warnings: number];
  needsEditor: string | null;
}

function MoreMenu({ onSide, onProblems, onRename, counts, needsEditor }: MoreMenuProps) {
  const { store } = useEditorOf();
  const { workflow, isGone } = useWorkflow();
  const say = useSayRefusal();
  const canUndo = useEditor(({ steps }) => steps.length > 0);
  const canRedo = useEditor(({ undoneSteps }) => undoneSteps.length > 0);
  const deeds: Readonly<Record<string, () => void>> = {
    webhooks: () => onSide('webhooks'),
    tests: () => onSide('tests'),
    problems: onProblems,
    undo: () => say(undo(store)),
    redo: () => say(redo(store)),
  };
  const undoReason = needsEditor ?? (canUndo ? null : words.nothingToUndo);
  const redoReason = needsEditor ?? (canRedo ? null : words.nothingToRedo);
  if (workflow === undefined || isGone) return null;
  return (
    <WorkflowMenu
      {...{ workflow, onSide, onRename }}
      readOnlyReason={needsEditor}
      first={[
        {
          title: null,
          items: [
            { id: 'undo', label: words.undo, icon: Undo2, disabledReason: undoReason },
            { id: 'redo', label: words.redo, icon: Redo2, disabledReason: redoReason },
          ],
        },
        {
          title: null,
          items: [
            { id: 'webhooks', label: words.webhooks, icon: Webhook },
            { id: 'tests', label: testText.title, icon: FlaskConical },
            { id: 'problems', label: words.problems(...counts), icon: TriangleAlert },
          ],
        },
      ]}
      onFirst={(id) => deeds[id]?.()}
    />
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { workflowsText as words } from '../../text/workflows.js';
import { Button } from '../../ui/button.js';
import { Plus } from '../../ui/icon.js';

const NewWorkflowDialog = lazyPart(
  async () => (await import('../../parts/templates/new-workflow-dialog.js')).NewWorkflowDialog,
);

/** Opens the templates. */
export function NewWorkflowButton() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const mayEdit = allows(useRole(ws), 'editWorkflows');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        tone="primary"
        icon={Plus}
        disabledReason={mayEdit ? null : words.needsEditor}
        onPress={() => setOpen(true)}
      >
        {words.make}
      </Button>
      {isOpen && (
        <NewWorkflowDialog
          workspaceId={ws}
          onMade={(id) => void navigate({ href: paths.workflow(ws, id) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Saves the execution as a test of its workflow. */
import { useState } from 'react';
import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { FlaskConical } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { notify } from '../../../ui/toast-queue.js';
import type { ShownExecution } from '../shown-execution.js';

const SaveRun = lazyPart(
  async () => (await import('../../../parts/workflow-test/save-run-dialog.js')).SaveRunDialog,
);

export function SaveTestButton({ execution }: { execution: ShownExecution }) {
  const { workspaceId, head, ledger } = execution;
  const [isOpen, setOpen] = useState(false);
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows');
  if (head.workflow.deleted) return null;
  return (
    <>
      <IconButton
        tone="ghost"
        icon={FlaskConical}
        label={words.saveRun}
        disabledReason={mayEdit ? (ledger.end === null ? words.notEnded : null) : words.needsEditor}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <SaveRun
          workspaceId={workspaceId}
          workflowId={head.workflow.id}
          executionId={head.executionId}
          onSaved={({ name }) => {
            notify(words.saved(name));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../../core/status/allowed.js';
import { cancelExecution } from '../../../data/executions.queries.js';
import { useRole } from '../../../data/use-session.js';
import { confirming } from '../../../parts/failure/confirming.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { X } from '../../../ui/icon.js';
import type { ShownExecution } from '../shown-execution.js';

const { header, cancel: words } = executionText;

export function CancelButton({ execution }: { execution: ShownExecution }) {
  const { workspaceId } = execution;
  const role = useRole(workspaceId);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        tone="danger"
        icon={X}
        isCompact
        disabledReason={allows(role, 'runWorkflows') ? null : header.mustEdit}
        onPress={() => setAsking(true)}
      >
        {header.cancel}
      </Button>
      {isAsking && <CancelDialog execution={execution} onClose={() => setAsking(false)} />}
    </>
  );
}

interface CancelDialogProps {
  execution: ShownExecution;
  onClose: () => void;
}

function CancelDialog({ execution, onClose }: CancelDialogProps) {
  const { workspaceId, head } = execution;
  const cancel = useMutation({
    mutationFn: () => cancelExecution(workspaceId, head.executionId),
    // Its end comes by the stream.
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      {...confirming(cancel)}
      title={words.title(head.workflow.name)}
      consequence={words.consequence}
      keepText={words.keep}
      verb={words.verb}
      isDanger
      onClose={onClose}
    />
  );
}

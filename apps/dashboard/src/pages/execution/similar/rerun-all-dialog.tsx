import { useMutation, useQuery } from '@tanstack/react-query';
import { keyOf } from '../../../data/ask.js';
import { rerunGroup } from '../../../data/error-groups.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { executionText } from '../../../text/execution.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { DialogText } from '../../../ui/dialog.js';
import { notify } from '../../../ui/toast-queue.js';
import type { ShownExecution } from '../shown-execution.js';

const { similar: words } = executionText;

export interface RerunAllDialogProps {
  execution: ShownExecution;
  fingerprint: string;
  /** As the group has it; the dry run counts again. */
  count: number;
  onClose: () => void;
}

export function RerunAllDialog({ execution, fingerprint, ...props }: RerunAllDialogProps) {
  const { workspaceId, head } = execution;
  const { onClose } = props;
  const dryRun = useQuery({
    queryKey: [...keyOf(workspaceId, 'startBatch'), fingerprint],
    queryFn: () => rerunGroup(workspaceId, fingerprint, true),
    gcTime: 0,
  });
  const rerun = useMutation({
    mutationFn: () => rerunGroup(workspaceId, fingerprint, false),
    onSuccess: ({ data }) => {
      notify(words.started(data.matching));
      onClose();
    },
  });
  const counted = dryRun.data?.data.matching ?? null;
  const count = counted ?? props.count;
  const error = rerun.error ?? dryRun.error;
  return (
    <ConfirmDialog
      title={words.dialog(count, head.workflow.name)}
      consequence={words.consequence}
      dryRun={<DialogText>{counted === null ? words.counting : words.dryRun(counted)}</DialogText>}
      keepText={words.keep}
      verb={words.verb(count)}
      isPending={rerun.isPending}
      disabledReason={counted === null ? words.counting : null}
      problem={error === null ? null : failureText(error)}
      onConfirm={() => rerun.mutate()}
      onClose={onClose}
    />
  );
}

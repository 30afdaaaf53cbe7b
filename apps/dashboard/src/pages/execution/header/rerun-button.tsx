import { useMutation } from '@tanstack/react-query';
import { allows } from '../../../core/status/allowed.js';
import { rerunExecution } from '../../../data/executions.queries.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { ButtonGroup } from '../../../ui/button-group.js';
import { ChevronDown, RotateCcw } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { notify } from '../../../ui/toast-queue.js';
import { rerunStart } from '../model/rerun-from.js';
import type { ShownExecution } from '../shown-execution.js';

const { header: words } = executionText;

export interface RerunButtonProps {
  execution: ShownExecution;
  onStarted: (executionId: string) => void;
}

export function RerunButton({ execution, onStarted }: RerunButtonProps) {
  const { workspaceId, head, verdict, ledger, outline } = execution;
  const role = useRole(workspaceId);
  const start = rerunStart(verdict, ledger, outline);
  const rerun = useMutation({
    mutationFn: (fromBlockId: string | null) =>
      rerunExecution(workspaceId, head.executionId, { fromBlockId, isDraft: head.draft }),
    onSuccess: ({ data }) => onStarted(data.executionId),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const disabledReason = allows(role, 'runWorkflows') ? null : words.mustEdit;
  const shared = { isPending: rerun.isPending, disabledReason };
  const button = (
    <Button
      {...shared}
      tone={ledger.end?.status === 'error' ? 'primary' : 'default'}
      icon={RotateCcw}
      isCompact
      onPress={() => rerun.mutate(start?.blockId ?? null)}
    >
      {start === null ? words.rerun : words.rerunFrom(start.name)}
    </Button>
  );
  if (start === null || disabledReason !== null) return button;
  return (
    <ButtonGroup label={words.rerun}>
      {button}
      <Menu
        label={words.more}
        trigger={<IconButton tone="primary" icon={ChevronDown} label={words.more} />}
        items={[{ id: 'start', label: words.rerunWhole, icon: RotateCcw }]}
        onChoose={() => rerun.mutate(null)}
      />
    </ButtonGroup>
  );
}

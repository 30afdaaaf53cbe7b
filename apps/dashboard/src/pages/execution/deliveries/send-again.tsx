/** Sends one delivery again: the same bytes, now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { allows } from '../../../core/status/allowed.js';
import { keyOf } from '../../../data/ask.js';
import { redeliver } from '../../../data/deliveries.queries.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { Send } from '../../../ui/icon.js';
import { notify } from '../../../ui/toast-queue.js';
import type { ShownDelivery } from '../model/shown-delivery.js';

const { deliveries: words, header } = executionText;

export interface SendAgainProps {
  workspaceId: string;
  delivery: ShownDelivery;
}

export function SendAgain({ workspaceId, delivery }: SendAgainProps) {
  const queryClient = useQueryClient();
  const role = useRole(workspaceId);
  const send = useMutation({
    mutationFn: () => redeliver(workspaceId, delivery.id),
    onSuccess: () => {
      notify(words.sent);
      for (const operation of ['listExecutionDeliveries', 'getDelivery'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
    },
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  return (
    <Button
      icon={Send}
      isPending={send.isPending}
      disabledReason={allows(role, 'runWorkflows') ? null : header.mustEdit}
      aria-label={words.sendTo(delivery.host)}
      onPress={() => send.mutate()}
    >
      {delivery.nextDueMs === null ? words.sendAgain : words.sendNow}
    </Button>
  );
}

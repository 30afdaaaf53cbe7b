import { useMutation, useQuery } from '@tanstack/react-query';
import { countText } from '../../core/format/format.js';
import { useLive } from '../../data/live/live-feed.js';
import { cancelRecovery, getRecovery } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';

export interface RecoveryProgressProps {
  workspaceId: string;
  recoveryId: string;
  /** Null where only one was recovered. */
  receiver: string | null;
}

/** How far a recovery is, until it has ended or is stopped. */
export function RecoveryProgress({ workspaceId, recoveryId, receiver }: RecoveryProgressProps) {
  const recovery = useQuery(getRecovery(workspaceId, recoveryId));
  useLive((message) => {
    const isMeant =
      message.kind === 'subscriptions' ||
      message.kind === 'deliveries' ||
      message.kind === 'resync';
    if (isMeant) void recovery.refetch();
  });
  const stop = useMutation({
    mutationFn: () => cancelRecovery(workspaceId, recoveryId),
    onSuccess: () => void recovery.refetch(),
  });
  const data = recovery.data?.data;
  if (data === undefined) return null;
  const { state, redelivered, matching } = data;
  return (
    <Notice
      tone={state === 'finished' ? 'success' : 'waiting'}
      title={words.progress[state](countText(redelivered), countText(matching))}
      detail={receiver ?? undefined}
    >
      {state === 'running' && (
        <Button isPending={stop.isPending} onPress={() => stop.mutate()}>
          {words.stop}
        </Button>
      )}
    </Notice>
  );
}

/** Counts and sends again what the receivers of some subscriptions missed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../data/ask.js';
import {
  activateSubscription,
  type Recovery,
  recoverSince,
  type Subscription,
} from '../../data/webhooks.queries.js';

export interface StartedRecovery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly url: string;
}

export function useRecovery(
  workspaceId: string,
  chosen: readonly Subscription[],
  recovery: () => Recovery,
) {
  const queryClient = useQueryClient();
  const [started, setStarted] = useState<readonly StartedRecovery[]>([]);
  const count = useMutation({
    mutationFn: async () => {
      const counts = await Promise.all(
        chosen.map(({ id }) => recoverSince(workspaceId, id, recovery(), true)),
      );
      return counts.reduce((sum, { data }) => sum + data.matching, 0);
    },
  });
  const start = useMutation({
    // One after the other: after a failure, those that began are shown.
    mutationFn: async () => {
      const wanted = recovery();
      for (const one of chosen) {
        if (started.some(({ subscriptionId }) => subscriptionId === one.id)) continue;
        if (!one.active) await activateSubscription(workspaceId, one, false);
        const { data } = await recoverSince(workspaceId, one.id, wanted, false);
        const { id } = data;
        if (id !== undefined)
          setStarted((before) => [...before, { id, subscriptionId: one.id, url: one.url }]);
      }
    },
    onSettled: () => {
      for (const operation of ['listWorkspaceSubscriptions', 'listSubscriptions'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
    },
  });
  return { count, start, started };
}

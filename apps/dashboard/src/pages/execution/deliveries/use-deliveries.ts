import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../../data/ask.js';
import { deliveriesOf, deliveryWithTries } from '../../../data/deliveries.queries.js';
import { useLive } from '../../../data/live/live-feed.js';
import { type ShownDelivery, shownDelivery } from '../model/shown-delivery.js';
import type { ShownExecution } from '../shown-execution.js';

/** Their tries are drawn; of the others the list has the last answer. */
const mostDrawn = 20;

export interface Deliveries {
  readonly all: readonly ShownDelivery[];
  readonly hasMore: boolean;
  readonly error: unknown;
}

/** What was sent because of this execution, up to date by the stream of the workspace. */
export function useDeliveries({ workspaceId, head, ledger }: ShownExecution): Deliveries {
  const { executionId } = head;
  const queryClient = useQueryClient();
  const list = useQuery({
    ...deliveriesOf(workspaceId, executionId),
    // Webhooks are sent when it ends.
    enabled: ledger.end !== null,
  });
  const found = list.data?.data ?? [];
  const details = useQueries({
    queries: found.slice(0, mostDrawn).map(({ id }) => deliveryWithTries(workspaceId, id)),
  });
  useLive((message) => {
    const isMeant =
      message.kind === 'resync'
        ? message.topics.includes('deliveries')
        : message.kind === 'deliveries' &&
          message.changes.some((change) => change.executionId === executionId);
    if (!isMeant) return;
    void queryClient.invalidateQueries({
      queryKey: deliveriesOf(workspaceId, executionId).queryKey,
    });
    void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'getDelivery') });
  });
  return {
    all: found.map((delivery, at) => shownDelivery(delivery, details[at]?.data?.data)),
    hasMore: list.data?.nextCursor !== undefined,
    error: list.error,
  };
}

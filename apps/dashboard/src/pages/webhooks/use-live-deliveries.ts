/** The deliveries of a subscription. Their rows follow the stream. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { withChange } from '../../core/delivery/live-deliveries.js';
import { useLive } from '../../data/live/live-feed.js';
import { useSoon } from '../../data/use-soon.js';
import {
  type DeliveryPages,
  type DeliveryState,
  listDeliveries,
} from '../../data/webhooks.queries.js';

/** New ones, and those that leave the chosen state, are asked for no more often. */
const readEveryMs = 2_000;

export function useLiveDeliveries(
  workspaceId: string,
  subscriptionId: string,
  state: DeliveryState | null,
) {
  const queryClient = useQueryClient();
  const options = listDeliveries(workspaceId, subscriptionId, state);
  const deliveries = useInfiniteQuery(options);
  const { queryKey } = options;
  const readSoon = useSoon(readEveryMs, () => void queryClient.invalidateQueries({ queryKey }));
  useLive((message) => {
    if (message.kind === 'resync' && message.topics.includes('deliveries'))
      return void queryClient.invalidateQueries({ queryKey });
    if (message.kind !== 'deliveries') return;
    const changes = new Map(
      message.changes
        .filter((change) => change.subscriptionId === subscriptionId)
        .map((change) => [change.id, change]),
    );
    if (changes.size === 0) return;
    queryClient.setQueryData<DeliveryPages>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            data: page.data.map((row) => {
              const change = changes.get(row.id);
              return change === undefined ? row : withChange(row, change);
            }),
          })),
        },
    );
    readSoon();
  });
  return deliveries;
}

/**
 * The delivery beside the list. Where there is room one is open without being asked for, the first
 * that did not arrive; it stays open while others come, until it is closed.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listDeliveries } from '../../data/webhooks.queries.js';
import { useMedia } from '../../ui/use-media.js';

interface Opened {
  readonly subscription: string;
  /** Null: it was closed. */
  readonly delivery: string | null;
}

/** @param asked for, in the address of the page */
export function useOpenedDelivery(
  workspaceId: string,
  subscription: string | null,
  asked: string | null,
): { readonly delivery: string | null; close(): void } {
  const hasRoom = useMedia('(min-width: 1101px)');
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOpened = opened?.subscription === subscription;
  const isNeeded = hasRoom && asked === null && subscription !== null && !isOpened;
  const { data } = useInfiniteQuery({
    ...listDeliveries(workspaceId, subscription ?? '', null),
    enabled: isNeeded,
  });
  const [page] = data?.pages ?? [];
  if (isNeeded && page !== undefined) {
    const found = page.data.find(({ state }) => state !== 'succeeded') ?? page.data[0];
    if (found !== undefined) setOpened({ subscription, delivery: found.id });
  }
  return {
    delivery: asked ?? (hasRoom && isOpened ? opened.delivery : null),
    close: () => setOpened(subscription === null ? null : { subscription, delivery: null }),
  };
}

import { useMutation } from '@tanstack/react-query';
import { type SubscriptionTest, testSubscription } from '../../data/webhooks.queries.js';
import type { EditedSubscription } from './edited-subscription.js';

export interface Test {
  readonly answer: SubscriptionTest | null;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Null: there is nothing to test yet. */
  readonly send: (() => void) | null;
}

/** One event, marked as a test, to what is saved. */
export function useTest({ workspaceId, subscription }: EditedSubscription): Test {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (one: NonNullable<typeof subscription>) => testSubscription(workspaceId, one),
  });
  return {
    answer: data?.data ?? null,
    error,
    isPending,
    send: subscription === null ? null : () => mutate(subscription),
  };
}

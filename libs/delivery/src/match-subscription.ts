/** Selects the subscriptions of a completed execution (spec 2.4, 6.1). Pure. */
import type { WorkflowExecutionCompleted } from '@libs/contracts';

export interface SubscriptionFilter {
  readonly levelFilter: readonly string[];
  readonly triggerFilter: readonly string[];
  readonly active: boolean;
}

/**
 * `pending`: to be sent. `suppressed`: the subscription matches but is switched off, so the
 * delivery is recorded for a later replay. null: no delivery at all.
 */
export function matchSubscription(
  subscription: SubscriptionFilter,
  completed: Pick<WorkflowExecutionCompleted, 'level' | 'trigger' | 'quiet'>,
): 'pending' | 'suppressed' | null {
  if (completed.quiet) return null;
  if (!subscription.levelFilter.includes(completed.level)) return null;
  if (!subscription.triggerFilter.includes(completed.trigger)) return null;
  return subscription.active ? 'pending' : 'suppressed';
}

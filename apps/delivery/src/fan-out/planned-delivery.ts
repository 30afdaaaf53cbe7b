/** From completions and subscriptions to the deliveries that must exist. Pure. */
import { deliveryIdOf, type WorkflowExecutionCompleted } from '@libs/contracts';
import { type IncludeFlags, matchSubscription, type SubscriptionFilter } from '@libs/delivery';
import type { ParkTarget } from '../sender/parking.js';

export interface FanOutSubscription extends IncludeFlags, SubscriptionFilter {
  readonly id: string;
  readonly workspaceId: string;
  /** Null: all workflows of the workspace. */
  readonly workflowId: string | null;
  readonly url: string;
}

export interface SubscriptionRow {
  id: string;
  workspace_id: string;
  workflow_id: string | null;
  url: string;
  include_final_output: boolean;
  include_trace_spans: boolean;
  include_rate_limits: boolean;
  include_usage_data: boolean;
  level_filter: string[];
  trigger_filter: string[];
  active: boolean;
}

export const subscriptionOf = (row: SubscriptionRow): FanOutSubscription => ({
  id: row.id,
  workspaceId: row.workspace_id,
  workflowId: row.workflow_id,
  url: row.url,
  includeFinalOutput: row.include_final_output,
  includeTraceSpans: row.include_trace_spans,
  includeRateLimits: row.include_rate_limits,
  includeUsageData: row.include_usage_data,
  levelFilter: row.level_filter,
  triggerFilter: row.trigger_filter,
  active: row.active,
});

export interface PlannedDelivery {
  readonly deliveryId: string;
  readonly subscription: FanOutSubscription;
  readonly completed: WorkflowExecutionCompleted;
  readonly state: 'pending' | 'suppressed';
  /** Trace context of the completion; null when it has none. */
  readonly traceparent: string | null;
  /** When the completion was published, epoch ms: the first attempt is due from then on. */
  readonly publishedAt: number;
}

/** `parkTarget` null: its first due record goes into the work queue. */
export interface TargetedDelivery extends PlannedDelivery {
  readonly parkTarget: ParkTarget | null;
}

export function planDeliveries(
  completed: WorkflowExecutionCompleted,
  subscriptions: readonly FanOutSubscription[],
  { traceparent, publishedAt }: Pick<PlannedDelivery, 'traceparent' | 'publishedAt'>,
): PlannedDelivery[] {
  return subscriptions.flatMap((subscription) => {
    const { workspaceId, workflowId } = subscription;
    if (workspaceId !== completed.workspaceId) return [];
    if (workflowId !== null && workflowId !== completed.workflowId) return [];
    const state = matchSubscription(subscription, completed);
    if (state === null) return [];
    return [
      {
        deliveryId: deliveryIdOf(completed.eventId, subscription.id),
        subscription,
        completed,
        state,
        traceparent,
        publishedAt,
      },
    ];
  });
}

/** Spans and usage come from read models, which must first have passed the completion. */
export const needsReadModels = ({ subscription }: PlannedDelivery): boolean =>
  subscription.includeTraceSpans || subscription.includeUsageData;

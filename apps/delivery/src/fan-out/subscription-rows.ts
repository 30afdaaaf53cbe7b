import type { FanOutSubscription } from './planned-delivery.js';

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

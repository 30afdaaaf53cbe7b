const subscriptionColumns = `
  id, workspace_id, workflow_id, url, include_final_output, include_trace_spans, include_rate_limits, include_usage_data,
  level_filter, trigger_filter, active`;

/**
 * $1 workflows, $2 workspaces: subscriptions of these workflows and of whole workspaces. Indexes:
 * subscription_of_workflow, subscription_of_workspace.
 */
export const subscriptionsOfWorkflowsSql = `
select ${subscriptionColumns} from subscription where workflow_id = any($1::uuid[]) and deleted_at is null
union all
select ${subscriptionColumns} from subscription
where workspace_id = any($2::uuid[]) and workflow_id is null and deleted_at is null`;

/**
 * $1 accounts, $2 billing period, $3 end of the window as in rateWindowKey: plan, cost and usage.
 * Indexes: primary keys.
 */
export const accountStandingSql = `
select a.id, a.plan, a.limits, coalesce(u.cost, 0) as cost,
  s.points as sync_points, n.points as async_points
from account a
left join usage_period u on u.account_id = a.id and u.period = $2::date
left join rate_limit s on s.key = 'sync:' || a.id || ':' || $3::text
left join rate_limit n on n.key = 'async:' || a.id || ':' || $3::text
where a.id = any($1::uuid[])`;

/** Index: the primary key. */
export const anySubscriptionSql = 'select id from subscription order by id limit 1';

import { storedBytes, textBytes } from '@libs/persistence';

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

/** Every try is a span; its names, times and braces, as text. */
const bytesPerSpan = 300;

const inputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.input')} from execution_detail d where d.execution_id = e.id)`;
const spansOf = (bytes: (column: string) => string): string => `
    (select sum(${bytesPerSpan} * b.attempts::bigint + ${bytes('b.input')} + ${bytes('b.output')})
    from block_execution b where b.execution_id = e.id)`;
const sizeOf = (bytes: (column: string) => string): string =>
  `coalesce(${inputOf(bytes)}, 0) + coalesce(${spansOf(bytes)}, 0)`;

/**
 * $1 executions, $2 bytes. Returns those whose spans may fit. Spans too large even in compressed
 * form are not decompressed. Indexes: primary keys of execution_detail and block_execution.
 */
export const fittingSpansSql = `
with likely as materialized (
  select e.id from unnest($1::uuid[]) as e(id) where ${sizeOf(storedBytes)} <= $2
)
select e.id as execution_id from likely e where ${sizeOf(textBytes)} <= $2`;

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

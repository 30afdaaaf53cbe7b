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
 * $1 executions, $2 most bytes: a span counts 200 plus its input and output. Spans too large even
 * in compressed form are not decompressed. Index: primary key of block_execution.
 * @returns spans as JSON text in starting order, or null above $2; no row if there are no spans
 */
export const traceSpansSql = `
with compressed as materialized (
  select execution_id, sum(200 + coalesce(pg_column_size(input), 0) + coalesce(pg_column_size(output), 0)) <= $2 as fits
  from block_execution where execution_id = any($1::uuid[])
  group by execution_id
), fitting as materialized (
  select b.execution_id from block_execution b join compressed c on c.execution_id = b.execution_id and c.fits
  where b.execution_id = any($1::uuid[])
  group by b.execution_id
  having sum(200 + coalesce(octet_length(input::text), 0) + coalesce(octet_length(output::text), 0)) <= $2
), spanned as (
  select b.execution_id, json_agg(json_build_object(
      'blockId', block_id, 'name', block_name, 'type', block_type, 'iteration', iteration, 'status', status,
      'startedAt', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'endedAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'durationMs', round(extract(epoch from ended_at - started_at) * 1000)::bigint,
      'input', input, 'output', output, 'error', error, 'attempts', attempts, 'cost', cost)
    order by sequence)::text as spans
  from block_execution b join fitting f on f.execution_id = b.execution_id
  where b.execution_id = any($1::uuid[])
  group by b.execution_id
)
select execution_id, spans from compressed left join spanned using (execution_id)`;

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

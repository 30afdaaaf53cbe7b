import { inIndexOrder } from '../logs/query/log-walk.js';

/** Each count ends here: an exact number beyond it is no use beside a link. */
const mostCounted = 1_000;
const mostGroupRows = 10_000;

/**
 * $1 workspace. Executions and approvals are counted among the newest unended executions. Indexes:
 * execution_log_unended, block_execution_approval, the primary key of error_group,
 * delivery_retrying.
 */
export const countersSql = `
with unended as materialized (
  select execution_id, retention_bucket, status from execution_log
  where workspace_id = $1::uuid and ended_at is null
  order by started_at desc, id desc
  limit ${inIndexOrder(mostCounted)}
)
select (select count(*)::int from unended where status = 'running') as running,
  (select count(*)::int from unended u join lateral (
    select from block_execution b
    where b.execution_id = u.execution_id and b.retention_bucket = u.retention_bucket and b.block_type = 'approval'
      and b.ended_at is null
    limit ${mostCounted}) a on true) as "approvalsWaiting",
  (select count(distinct fingerprint)::int from (
    select fingerprint from error_group
    where workspace_id = $1::uuid and day >= ((now() - interval '1 day') at time zone 'UTC')::date
      and last_seen > now() - interval '1 day'
    limit ${mostGroupRows}) g) as "failedGroups",
  (select count(*)::int from (
    select from delivery where workspace_id = $1::uuid and state = 'pending' and attempts > 0
    limit ${mostCounted}) d) as "deliveriesRetrying"`;

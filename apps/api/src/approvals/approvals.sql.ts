/**
 * $1 workspace, $2 and $3 execution to go on from (start, log), $4 and $5 the last approval seen of
 * it, or null when none is left, $6 executions to look at, $7 limit. Waiting approvals of unended
 * executions, the oldest execution first; then the end of the walk, without a block. Indexes:
 * execution_log_unended, block_execution_approval.
 */
export const waitingApprovalsSql = `
with walked as materialized (
  select l.id, l.execution_id, l.workflow_id, l.workflow_name, l.started_at, l.retention_bucket,
    row_number() over (order by l.started_at, l.id)::int as place
  from (
    select * from execution_log
    where workspace_id = $1::uuid and ended_at is null
      and ($2::timestamptz is null or (started_at, id) >= ($2::timestamptz, $3::uuid))
    order by started_at, id
    limit $6::int) l
)
select w.id, w.execution_id, w.workflow_id, w.workflow_name, w.started_at as execution_started_at, w.place,
  b.block_id, b.block_name, b.iteration, b.started_at, left(b.input ->> 'message', 10000) as message,
  b.input ->> 'expiresAt' as expires_at
from walked w
left join lateral (
  select * from block_execution
  where execution_id = w.execution_id and retention_bucket = w.retention_bucket and block_type = 'approval'
    and ended_at is null
    and ($3::uuid is null or w.id <> $3::uuid
      or ($4::text is not null and (block_id, iteration) > ($4::text, $5::text)))
  order by block_id, iteration
  limit $7::int) b on true
where b.block_id is not null or w.place = $6::int
order by w.place, b.block_id, b.iteration
limit $7::int`;

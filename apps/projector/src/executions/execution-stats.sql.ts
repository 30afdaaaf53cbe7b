/**
 * Counts executions that `written_logs` ended just now: a repeated terminal event, or a batch that
 * is read again, ends none. Runs of drafts are left out. The partition is in the key, so that
 * projectors share no row. Sorted, because erasing a workspace locks several rows. Rows past their
 * retention are not written, so a rebuild doesn't bring them back. Conflict by the primary key.
 */
import { durationBucketSql, statsWidthsSql } from '@libs/persistence';

export const countedStatsSql = `
counted_stats as (
  insert into execution_stats as s (
    workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket, success, error, cancelled,
    cost, tokens)
  select e.workspace_id, z.width_minutes, date_bin(z.width, w.ended_at, 'epoch') as starts_at, e.workflow_id, e.partition,
    ${durationBucketSql('e.total_duration_ms')} as duration_bucket,
    count(*) filter (where e.status = 'success'), count(*) filter (where e.status = 'error'),
    count(*) filter (where e.status = 'cancelled'),
    sum(e.cost_total::numeric), sum(e.prompt_tokens + e.completion_tokens)
  from written_logs w join logs e on e.execution_id = w.execution_id
  join ${statsWidthsSql} on w.ended_at > now() - z.kept
  where w.ended_at is not null and e.deployment_version > 0
  group by e.workspace_id, z.width_minutes, starts_at, e.workflow_id, e.partition, duration_bucket
  order by e.workspace_id, z.width_minutes, starts_at, e.workflow_id, e.partition, duration_bucket
  on conflict (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket) do update set
    success = s.success + excluded.success, error = s.error + excluded.error,
    cancelled = s.cancelled + excluded.cancelled, cost = s.cost + excluded.cost, tokens = s.tokens + excluded.tokens
)`;

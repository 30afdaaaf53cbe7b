/**
 * Counts the attempts that `inserted_delivery_attempts` stored just now, so a repeated event counts
 * once. An attempt has no workspace: it is that of the delivery, scheduled in this batch or before,
 * or of the subscription when the attempt was read first. The partition is in the key, so that
 * projectors share no row. Sorted, because erasing a workspace locks several rows. Rows past their
 * retention are not written. Conflict by the primary key; look-ups by primary keys.
 */
import { durationBucketSql, statsWidthsSql } from '@libs/persistence';

export const countedAttemptsSql = `
owned_attempts as (
  select coalesce(a.workspace_id, d.workspace_id, s.workspace_id) as workspace_id, a.subscription_id, a.partition,
    a.started_at, a.latency_ms, a.status, a.error_code, a.state = 'succeeded' as is_success,
    a.state in ('failed', 'exhausted') as is_given_up,
    case when a.status is null then -1 else ${durationBucketSql('a.latency_ms')} end as duration_bucket
  from inserted_delivery_attempts i
  join delivery_attempts a on a.delivery_id = i.delivery_id and a.attempt_number = i.attempt_number
  left join lateral (
    select x.workspace_id from delivery x where a.workspace_id is null and x.id = a.delivery_id) d on true
  left join lateral (
    select x.workspace_id from subscription x
    where a.workspace_id is null and d.workspace_id is null and x.id = a.subscription_id) s on true
),
counted_attempts as (
  insert into delivery_stats as s (
    workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket, succeeded, failed, given_up)
  select e.workspace_id, z.width_minutes, date_bin(z.width, e.started_at, 'epoch') as starts_at, e.subscription_id,
    e.partition, e.duration_bucket, count(*) filter (where e.is_success), count(*) filter (where not e.is_success),
    count(*) filter (where e.is_given_up)
  from owned_attempts e join ${statsWidthsSql} on e.started_at > now() - z.kept
  where e.workspace_id is not null
  group by e.workspace_id, z.width_minutes, starts_at, e.subscription_id, e.partition, e.duration_bucket
  order by e.workspace_id, z.width_minutes, starts_at, e.subscription_id, e.partition, e.duration_bucket
  on conflict (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket) do update set
    succeeded = s.succeeded + excluded.succeeded, failed = s.failed + excluded.failed, given_up = s.given_up + excluded.given_up
)`;

/** The last of these attempts, unless a later one is known. Conflict by the primary key. */
export const lastAttemptsSql = `
last_attempts as (
  insert into subscription_attempt as s (workspace_id, subscription_id, ledger_partition, started_at, latency_ms, status, error_code)
  select distinct on (workspace_id, subscription_id, partition)
    workspace_id, subscription_id, partition, started_at, latency_ms, status, error_code
  from owned_attempts where workspace_id is not null
  order by workspace_id, subscription_id, partition, started_at desc
  on conflict (workspace_id, subscription_id, ledger_partition) do update set
    started_at = excluded.started_at, latency_ms = excluded.latency_ms, status = excluded.status, error_code = excluded.error_code
  where s.started_at < excluded.started_at
)`;

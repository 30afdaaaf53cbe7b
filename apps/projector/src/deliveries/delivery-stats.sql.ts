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
    a.started_at, a.state = 'succeeded' as is_success,
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
    workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket, succeeded, failed)
  select e.workspace_id, z.width_minutes, date_bin(z.width, e.started_at, 'epoch') as starts_at, e.subscription_id,
    e.partition, e.duration_bucket, count(*) filter (where e.is_success), count(*) filter (where not e.is_success)
  from owned_attempts e join ${statsWidthsSql} on e.started_at > now() - z.kept
  where e.workspace_id is not null
  group by e.workspace_id, z.width_minutes, starts_at, e.subscription_id, e.partition, e.duration_bucket
  order by e.workspace_id, z.width_minutes, starts_at, e.subscription_id, e.partition, e.duration_bucket
  on conflict (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket) do update set
    succeeded = s.succeeded + excluded.succeeded, failed = s.failed + excluded.failed
)`;

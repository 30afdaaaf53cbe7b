/** Recoveries; the api creates and shows them (apps/api/src/deliveries/recovery.sql.ts). */

/** The longest-waiting recovery, for one process only. Index: delivery_recovery_running. */
export const lockRecoverySql = `
select r.id, r.subscription_id, r.until, r.states, r.changed_since, r.per_second, r.position_created_at::text as position_created_at, r.position_id,
  s.active and s.deleted_at is null as is_active, s.workspace_id, s.workflow_id
from delivery_recovery r join subscription s on s.id = r.subscription_id
where r.state = 'running' and r.next_page_at <= now()
order by r.next_page_at
limit 1
for update of r skip locked`;

/**
 * Paged by keyset: a delivery that fails again is not met twice. Its schedule restarts; steps only
 * grow, so old ones can't return. Index: delivery_fence_of_subscription.
 */
export const recoverPageSql = `
with chosen as (
  select delivery_id, created_at from delivery_fence
  where subscription_id = $1 and (created_at, delivery_id) > ($2::timestamptz, $3::uuid) and created_at < $4
    and state = any($5::text[]) and ($7::timestamptz is null or updated_at >= $7::timestamptz)
  order by created_at, delivery_id
  limit $6
  for update
),
changed as (
  update delivery_fence f set state = 'pending', due_at = now(), updated_at = now(), schedule_base = f.step - 1
  from chosen c
  where f.delivery_id = c.delivery_id
  returning f.delivery_id, f.subscription_id, f.step, c.created_at
)
select delivery_id, subscription_id, step, created_at::text as created_at
from changed
order by changed.created_at, delivery_id`;

export const moveRecoverySql = `
update delivery_recovery
set state = $2, redelivered = redelivered + $3, position_created_at = coalesce($4::timestamptz, position_created_at),
  position_id = coalesce($5::uuid, position_id), next_page_at = now() + $6::int * interval '1 millisecond', updated_at = now()
where id = $1`;

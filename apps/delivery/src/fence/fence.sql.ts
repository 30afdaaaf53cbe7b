/** Statements on delivery_fence, for many deliveries at once. Index: primary key, unless stated. */

/**
 * Whether every delivery has its fence in this Postgres instance (libs/persistence,
 * database-instance). Index: the primary key.
 */
const deliveriesCompleteSql = `
select exists (
  select from census_done where subject = 'deliveries' and instance = database_instance()) as are_complete`;

/**
 * A repeat keeps the first bytes. `for share` keeps an inactive subscription off until the commit,
 * so recovery finds all it missed (recovery/recovery.sql.ts). Index: subscription's primary key.
 */
export const insertFencesSql = `
with off as materialized (
  select id from subscription where id = any($2::uuid[]) and not active order by id for share
)
insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, traceparent, step, due_at)
select delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body,
  case when off.id is null then 'pending' else 'suppressed' end, traceparent, 1, coalesce(due_at, now())
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[], $8::timestamptz[])
  as f(delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body_number, traceparent, due_at)
  join unnest($9::bytea[]) with ordinality as b(body, number) on b.number = f.body_number
  left join off on off.id = f.subscription_id
on conflict (delivery_id) do nothing
returning delivery_id, state, step`;

/**
 * A later step than the fence's proves that earlier ones were recorded, so it ignores their lease.
 * The commit skips the disk: a Postgres crash loses only leases, and due records are read again.
 * @returns claimed rows; `before` is the row before the update. `standingSql` explains refusals.
 */
export const claimSql = `
with settings as materialized (
  select set_config('synchronous_commit', 'off', true), (${deliveriesCompleteSql}) as are_complete)
update delivery_fence f
set step = a.step, attempts = f.attempts + 1, lease_owner = $3::uuid,
  lease_until = now() + $4::int * interval '1 millisecond', updated_at = now()
from settings
  cross join unnest($1::uuid[], $2::int[]) as a(delivery_id, step)
  join delivery_fence before on before.delivery_id = a.delivery_id
  left join subscription s on s.id = before.subscription_id and s.deleted_at is null
  left join workspace w on w.id = before.workspace_id
where settings.are_complete and f.delivery_id = a.delivery_id and f.state = 'pending'
  and (f.step < a.step
    or (f.step = a.step and (f.lease_until is null or f.lease_until < now() or f.lease_owner = $3::uuid)))
returning f.delivery_id, f.attempts, f.step - f.schedule_base as position, f.created_at, f.body, f.traceparent, f.workspace_id,
  coalesce(w.account_id, f.workspace_id) as account_id,
  before.step as step_before, before.lease_owner is not null as was_held,
  s.id as subscription_id, s.url, s.active, s.max_per_second, s.exhausted_run, s.secret_ciphertext, s.headers_ciphertext,
  array(select p.ciphertext from subscription_secret p
    where p.subscription_id = s.id and p.signs_until > now() and p.ciphertext is not null
    order by p.set_at desc limit 9) as earlier_secret_ciphertexts`;

/** State and step of deliveries whose step was refused; null for deliveries that do not exist. */
export const standingSql = `
select a.delivery_id, f.state, f.step, (${deliveriesCompleteSql}) as are_complete
from unnest($1::uuid[]) as a(delivery_id) left join delivery_fence f on f.delivery_id = a.delivery_id`;

/** Starts after ($1 due time, $2 delivery); $3 how many. Index: delivery_fence_pending_by_due. */
export const pendingFencesSql = `
select delivery_id, due_at from delivery_fence
where state = 'pending' and (due_at, delivery_id) > ($1::timestamptz, $2::uuid)
order by due_at, delivery_id limit $3`;

/**
 * Brings fences of a restored database up to the read model: attempts keep their count, ended
 * deliveries stay ended.
 * @returns changed deliveries; their next due record is in the log or comes from the sweeper
 */
export const catchUpSql = `
update delivery_fence f
set state = d.state, attempts = greatest(f.attempts, d.attempts), step = greatest(f.step, coalesce(a.step, 0) + 1),
  lease_owner = null, lease_until = null, updated_at = now()
from delivery d
  left join delivery_attempt a on a.delivery_id = d.id and a.attempt_number = d.attempts
where f.delivery_id = any($1::uuid[]) and d.id = f.delivery_id and f.state = 'pending'
  and (d.attempts > f.attempts or d.state <> 'pending')
returning f.delivery_id`;

/** $1 topic. Checkpoints of the deliveries read model. Index: the primary key. */
export const deliveriesCheckpointSql = `
select partition, next_offset from projection_checkpoint where projection = 'deliveries' and topic = $1`;

/**
 * Needs the claim's lease and token. Fewer attempts than the token mean that a Postgres crash took
 * the claim back: the outcome still counts unless the step was claimed since.
 */
export const advanceSql = `
update delivery_fence f
set step = m.step, state = m.state, attempts = m.attempts, due_at = coalesce(m.due_at, f.due_at),
  lease_owner = null, lease_until = null, updated_at = now()
from unnest($2::uuid[], $3::int[], $4::int[], $5::text[], $6::int[], $7::timestamptz[], $8::int[])
  as m(delivery_id, token, step, state, attempts, due_at, claimed_step)
where f.delivery_id = m.delivery_id
  and (f.lease_owner = $1::uuid and f.attempts = m.token
    or f.state = 'pending' and f.attempts < m.token and f.step <= m.claimed_step)
returning f.delivery_id`;

/**
 * Like `advanceSql` to `suppressed`. The row lock keeps the subscription off until the commit.
 * @returns suppressed deliveries; for the others the lease was lost or the subscription is on again
 */
export const suppressSql = `
with off as materialized (
  select id from subscription where id = any($2::uuid[]) and not active order by id for share
)
update delivery_fence f
set step = m.claimed_step + 1, state = 'suppressed', attempts = m.token - 1, lease_owner = null, lease_until = null, updated_at = now()
from unnest($3::uuid[], $4::int[], $5::int[]) as m(delivery_id, token, claimed_step), off
where f.delivery_id = m.delivery_id and off.id = f.subscription_id
  and (f.lease_owner = $1::uuid and f.attempts = m.token
    or f.state = 'pending' and f.attempts < m.token and f.step <= m.claimed_step)
returning f.delivery_id`;

/** Renews leases this process still holds, for attempts whose outcome takes long to record. */
export const renewSql = `
update delivery_fence f
set lease_until = now() + $2::int * interval '1 millisecond'
from unnest($3::uuid[], $4::int[]) as h(delivery_id, token)
where f.delivery_id = h.delivery_id and f.lease_owner = $1::uuid and f.attempts = h.token`;

/** A parked delivery gets a later due time, so that the sweeper does not take it for an orphan. */
export const postponeSql = `
update delivery_fence f
set due_at = greatest(f.due_at, m.due_at), updated_at = now()
from unnest($1::uuid[], $2::timestamptz[]) as m(delivery_id, due_at)
where f.delivery_id = m.delivery_id and f.state = 'pending'`;

/**
 * Pending steps whose record must be lost: overdue by the preceding tier's delay plus $1 ms. `skip
 * locked`: one sweeper each. $2 tier delays, $3 how many. Index: delivery_fence_pending_by_due.
 */
export const markOrphansSql = `
with orphan as (
  select delivery_id from delivery_fence
  where state = 'pending' and due_at < now() - $1::int * interval '1 millisecond'
    and due_at < now() - ($1::int + coalesce(($2::int[])[least(step - schedule_base, cardinality($2::int[]) + 1) - 1], 0)) * interval '1 millisecond'
    and (lease_until is null or lease_until < now())
  order by due_at
  limit $3
  for update skip locked
)
update delivery_fence f set due_at = now(), updated_at = now()
from orphan o where f.delivery_id = o.delivery_id
returning f.delivery_id, f.subscription_id, f.step`;

/** How long the oldest overdue delivery has been due, ms. Index: delivery_fence_pending_by_due. */
export const oldestPendingSql = `
select coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as overdue_ms
from delivery_fence where state = 'pending' and due_at < now()`;

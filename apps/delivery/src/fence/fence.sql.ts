/** Statements on delivery_fence, each for many deliveries at once. Index: the primary key, except where said. */

/** Whether every delivery has its fence in this instance of Postgres (libs/persistence, database-instance). Primary key. */
const deliveriesCompleteSql = `
select exists (
  select from census_done where subject = 'deliveries' and instance = database_instance()) as are_complete`;

/**
 * The body is durable before the first record that refers to it; a repeated fan-out keeps the first bytes. Whether the subscription is on
 * is asked here, and one that is off stays off until this is stored: who switches it on afterwards finds all that it missed
 * (recovery/recovery.sql.ts). Index: the primary key of subscription.
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
 * Takes steps under a lease. A message with a later step than the fence proves that the steps before it were recorded, so it needs
 * no lease to expire. `attempts` counts what was taken and never goes back while a step is pending: it is the fencing token, and the
 * number of the attempt. The commit does not wait for the disk: what a crash of Postgres takes back is a lease, and the order that
 * it was taken for is read again. `before` is the row as it was. What is not given does not come back: `standingSql` says why.
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
  case when s.previous_secret_until > now() then s.previous_secret_ciphertext end as previous_secret_ciphertext`;

/** Where deliveries stand whose step was not given; null for those that are not there. */
export const standingSql = `
select a.delivery_id, f.state, f.step, (${deliveriesCompleteSql}) as are_complete
from unnest($1::uuid[]) as a(delivery_id) left join delivery_fence f on f.delivery_id = a.delivery_id`;

/** $1 after this due time and $2 this delivery, $3 how many. Index: delivery_fence_pending_by_due. */
export const pendingFencesSql = `
select delivery_id, due_at from delivery_fence
where state = 'pending' and (due_at, delivery_id) > ($1::timestamptz, $2::uuid)
order by due_at, delivery_id limit $3`;

/**
 * Brings fences of a restored database to where the read model stands: attempts go on being counted, and what has ended stays so.
 * @returns those that were changed: their next order, if there is one, comes by itself or by the sweeper
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

/** $1 topic: how far the read model of deliveries is. Primary key. */
export const deliveriesCheckpointSql = `
select partition, next_offset from projection_checkpoint where projection = 'deliveries' and topic = $1`;

/**
 * Only by the holder of the lease, and only for the attempt it was taken for. Fewer attempts than that stand there when a crash of
 * Postgres took the claim back (`attempts` goes back in no other way) and nobody has claimed the step since: then it is recorded, too.
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
 * As `advanceSql` to `suppressed`, for as long as the subscription is off: it stays off until this is stored. What is not returned is
 * another's, or its subscription is on again.
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

/** The lease of who still holds it, for attempts whose outcome takes long to record. */
export const renewSql = `
update delivery_fence f
set lease_until = now() + $2::int * interval '1 millisecond'
from unnest($3::uuid[], $4::int[]) as h(delivery_id, token)
where f.delivery_id = h.delivery_id and f.lease_owner = $1::uuid and f.attempts = h.token`;

/** A parked delivery is due later, so that the sweeper does not take it for an orphan. */
export const postponeSql = `
update delivery_fence f
set due_at = greatest(f.due_at, m.due_at), updated_at = now()
from unnest($1::uuid[], $2::timestamptz[]) as m(delivery_id, due_at)
where f.delivery_id = m.delivery_id and f.state = 'pending'`;

/**
 * Pending steps whose record must be lost: due for longer than another run of the tier before them plus a minute. Each is given
 * to one sweeper only. Index: delivery_fence_pending_by_due.
 */
export const takeOrphansSql = `
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

/** How long the pending delivery that waits longest has been due, in ms. Index: delivery_fence_pending_by_due. */
export const oldestPendingSql = `
select coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as overdue_ms
from delivery_fence where state = 'pending' and due_at < now()`;

/**
 * The api creates, shows and cancels recoveries; the delivery app runs them
 * (apps/delivery/src/recovery).
 */

/** $4 exclusive; null: up to now by Postgres's clock, which set `created_at` in milliseconds. */
const until = `coalesce($4::timestamptz, now() + interval '1 millisecond')`;

const matching = `
from delivery_fence
where subscription_id = $1 and workspace_id = $2 and created_at >= $3 and created_at < ${until} and state = any($5::text[])
  and ($6::timestamptz is null or updated_at >= $6::timestamptz)`;

/**
 * $1 subscription, $2 workspace, $3 since, $4 until, $5 states, $6 changed since or null. Returns
 * how many deliveries a recovery would send again. Index: delivery_fence_of_subscription.
 */
export const countByStateSql = `select state, count(*)::int as matching ${matching} group by state`;

const columns =
  'id, subscription_id, since, until, states, per_second, state, matching, redelivered, created_at, updated_at';

export const insertRecoverySql = `
insert into delivery_recovery (id, subscription_id, workspace_id, since, until, states, changed_since, per_second, state, matching,
  position_created_at, position_id)
select $7::uuid, $1::uuid, $2::uuid, $3::timestamptz, ${until}, $5::text[], $6::timestamptz, $8::int, 'running', m.matching,
  $3::timestamptz, '00000000-0000-0000-0000-000000000000'
from (select count(*)::int as matching ${matching}) m
returning ${columns}`;

/** $1 recovery, $2 workspace. Index: the primary key. */
export const recoverySql = `select ${columns} from delivery_recovery where id = $1 and workspace_id = $2`;

/**
 * $1 subscription, $2 workspace, $3 and $4 position, $5 limit. Newest first. Index:
 * delivery_recovery_of_subscription.
 */
export const recoveriesPageSql = `
select ${columns} from delivery_recovery
where subscription_id = $1 and workspace_id = $2
  and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
order by created_at desc, id desc
limit $5`;

/** $1 recovery, $2 workspace. An ended recovery keeps its state. */
export const cancelRecoverySql = `
update delivery_recovery
set state = case when state = 'running' then 'cancelled' else state end, updated_at = now()
where id = $1 and workspace_id = $2
returning ${columns}`;

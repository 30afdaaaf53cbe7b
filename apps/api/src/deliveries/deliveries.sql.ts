/** Reads the delivery projections and changes the saga's delivery_fence. */

/** $1 subscription, $2 workspace. Deleted ones too: their history stays readable. Primary key. */
export const ownedSubscriptionSql = `
select active, deleted_at is not null as deleted from subscription where id = $1 and workspace_id = $2`;

/**
 * $1 subscription, $2 workspace, $3 state, $4 and $5 position, $6 limit. Newest first. Index:
 * delivery_of_subscription.
 */
export const deliveriesPageSql = `
select * from delivery
where subscription_id = $1 and workspace_id = $2 and ($3::text is null or state = $3)
  and ($4::timestamptz is null or (created_at, id) < ($4::timestamptz, $5::uuid))
order by created_at desc, id desc
limit $6`;

/** Index: the primary keys. */
export const deliverySql = 'select * from delivery where id = $1 and workspace_id = $2';
export const attemptsSql =
  'select * from delivery_attempt where delivery_id = $1 order by attempt_number';

/**
 * An ended delivery restarts its schedule at its next step: steps only grow, so earlier ones cannot
 * recur. A pending delivery only becomes due now.
 */
const backToPending = `
  state = 'pending', due_at = now(), updated_at = now(),
  schedule_base = case when f.state = 'pending' then f.schedule_base else f.step - 1 end`;

/** $1 delivery, $2 workspace. Index: the primary key. */
export const redeliverOneSql = `
update delivery_fence f set ${backToPending}
from subscription s
where f.delivery_id = $1 and f.workspace_id = $2 and s.id = f.subscription_id and s.active and s.deleted_at is null
returning f.delivery_id, f.subscription_id, f.step`;

/** $1 delivery, $2 workspace. Explains why `redeliverOneSql` changed no row. */
export const fenceStandingSql = `
select s.active, s.id is null or s.deleted_at is not null as deleted
from delivery_fence f left join subscription s on s.id = f.subscription_id
where f.delivery_id = $1 and f.workspace_id = $2`;

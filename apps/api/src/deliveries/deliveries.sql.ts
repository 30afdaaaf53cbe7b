/** What the slice reads from the projections and changes at the saga's fence. */

/** Of deleted ones too: their history stays readable. Index: the primary key. */
export const ownedSubscriptionSql = `
select active, deleted_at is not null as deleted from subscription where id = $1 and workspace_id = $2`;

/** Newest first. Index: delivery_of_subscription. */
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
 * A delivery that has ended begins its schedule anew at its next step; the steps before can't come back, because steps only grow. A
 * pending one is only due at once.
 */
const backToPending = `
  state = 'pending', due_at = now(), updated_at = now(),
  schedule_base = case when f.state = 'pending' then f.schedule_base else f.step - 1 end`;

/** Index: the primary key. */
export const redeliverOneSql = `
update delivery_fence f set ${backToPending}
from subscription s
where f.delivery_id = $1 and f.workspace_id = $2 and s.id = f.subscription_id and s.active and s.deleted_at is null
returning f.delivery_id, f.subscription_id, f.step`;

/** Why the former changed nothing. */
export const fenceStandingSql = `
select s.active, s.id is null or s.deleted_at is not null as deleted
from delivery_fence f left join subscription s on s.id = f.subscription_id
where f.delivery_id = $1 and f.workspace_id = $2`;

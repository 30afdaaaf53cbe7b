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

/**
 * Rows that match, of the first $9 along an index, which bounds the search for rare ones. The last
 * of these says where the next page starts.
 */
const walked = (along: string): string => `
select * from (
  select d.*, ($3::text is null or state = $3) and ($4::uuid is null or workflow_id = $4) as is_match,
    row_number() over (order by created_at desc, id desc)::int as place
  from (
    select * from delivery
    where ${along} and created_at >= $5::timestamptz and created_at <= $6::timestamptz
      and ($7::timestamptz is null or (created_at, id) < ($7::timestamptz, $8::uuid))
    order by created_at desc, id desc
    limit $9::int) d
) w
where is_match or place = $9::int
order by place
limit $10`;

/**
 * $1 workspace, $2 unused subscription, $3 state, $4 workflow, $5 and $6 period, $7 and $8
 * position, $9 rows to look at, $10 limit. Index: delivery_page.
 */
export const workspaceDeliveriesSql = walked('workspace_id = $1::uuid and $2::uuid is null');

/** The same within subscription $2. Index: delivery_of_subscription. */
export const subscribedDeliveriesSql = walked(
  'subscription_id = $2::uuid and workspace_id = $1::uuid',
);

/**
 * $1 execution, $2 workspace, $3 and $4 position, $5 limit. One for each subscription. Index:
 * delivery_of_execution.
 */
export const executionDeliveriesSql = `
select * from delivery
where execution_id = $1::uuid and workspace_id = $2::uuid
  and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
order by created_at desc, id desc
limit $5`;

/** $1 delivery, $2 workspace. Its body, and the secrets that its subscription had. Primary keys. */
export const deliveryRequestSql = `
select d.id as delivery_id, d.url, d.created_at, f.body, f.traceparent, coalesce(s.header_names, '{}') as header_names,
  s.secret_ciphertext, s.secret_set_at,
  coalesce((
    select jsonb_agg(jsonb_build_object('setAt', extract(epoch from p.set_at) * 1000,
      'signsUntil', extract(epoch from p.signs_until) * 1000, 'ciphertext', encode(p.ciphertext, 'base64')) order by p.set_at desc)
    from subscription_secret p where p.subscription_id = s.id), '[]') as replaced_secrets
from delivery d
left join delivery_fence f on f.delivery_id = d.id
left join subscription s on s.id = d.subscription_id
where d.id = $1::uuid and d.workspace_id = $2::uuid`;

/** $1 delivery, $2 number of an attempt. Primary key. */
export const attemptSql =
  'select * from delivery_attempt where delivery_id = $1 and attempt_number = $2::int';

/** $1 delivery, $2 limit. The last ones. Primary key. */
export const lastAttemptsSql = `
select * from delivery_attempt where delivery_id = $1 order by attempt_number desc limit $2`;

/** Index: the primary key. */
export const deliverySql = 'select * from delivery where id = $1 and workspace_id = $2';

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

/**
 * $1 the last id read, $2 how many. Index: the primary key. Subscriptions of deleted workspaces are
 * gone already, and their deliveries with them.
 */
export const subscriptionsSql = `
select id from subscription where id > $1::uuid order by id limit $2`;

/** $1 subscriptions, $2 before, $3 how many. Index: delivery_fence_of_subscription. */
export const expireFencesSql = `
delete from delivery_fence where delivery_id in (
  select f.delivery_id from unnest($1::uuid[]) as s(id) cross join lateral (
    select delivery_id from delivery_fence
    where subscription_id = s.id and created_at < $2 and updated_at < $2 and state <> 'pending'
    order by created_at limit $3) f
  limit $3)
  and state <> 'pending'`;

/** $1 subscriptions, $2 before, $3 how many. Index: delivery_of_subscription, then primary keys. */
export const expireHistorySql = `
with gone as (
  select d.id from unnest($1::uuid[]) as s(id) cross join lateral (
    select id from delivery
    where subscription_id = s.id and created_at < $2 and updated_at < $2 and state <> 'pending'
    order by created_at limit $3) d
  limit $3
), attempts as (
  delete from delivery_attempt a using gone g where a.delivery_id = g.id
)
delete from delivery d using gone g where d.id = g.id`;

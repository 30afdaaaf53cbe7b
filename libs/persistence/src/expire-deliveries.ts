/**
 * Deliveries past their time: what they sent (delivery_fence) and their history (delivery, delivery_attempt). Row by row, unlike logs: a
 * subscription's deliveries lie together in an index by age, and nothing else tells which of them have ended. Those to be attempted yet
 * stay, and those of which anything happened lately.
 */
import type { PoolClient } from 'pg';

/** Index: the primary key. Those of deleted workspaces are gone, with all they had. */
const subscriptionsSql = `
select id from subscription where id > $1::uuid order by id limit $2`;

/** Index: delivery_fence_of_subscription. */
const expireFencesSql = `
delete from delivery_fence where delivery_id in (
  select f.delivery_id from unnest($1::uuid[]) as s(id) cross join lateral (
    select delivery_id from delivery_fence
    where subscription_id = s.id and created_at < $2 and updated_at < $2 and state <> 'pending'
    order by created_at limit $3) f
  limit $3)
  and state <> 'pending'`;

/** Index: delivery_of_subscription, then primary keys. */
const expireHistorySql = `
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

const batchRows = 1_000;
const subscriptionsAtATime = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Never a big delete: each statement takes a thousand deliveries at most.
 * @param before epoch ms
 * @returns how many there were
 */
export async function expireDeliveries(
  client: Pick<PoolClient, 'query'>,
  before: number,
): Promise<number> {
  let expired = 0;
  for (let after = beforeAll; ;) {
    const { rows } = await client.query<{ id: string }>(subscriptionsSql, [
      after,
      subscriptionsAtATime,
    ]);
    const last = rows.at(-1);
    if (last === undefined) return expired;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    for (const sql of [expireHistorySql, expireFencesSql]) {
      for (let more = true; more;) {
        const { rowCount } = await client.query(sql, [ids, new Date(before), batchRows]);
        if (sql === expireFencesSql) expired += rowCount ?? 0;
        more = rowCount === batchRows;
      }
    }
  }
}

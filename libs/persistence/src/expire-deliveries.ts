/**
 * Removes old deliveries: their bodies (delivery_fence) and their history (delivery,
 * delivery_attempt). Row by row, unlike logs: an index by age keeps a subscription's deliveries
 * together, and nothing else shows which have ended. Pending deliveries stay, as do those with
 * recent activity.
 */
import type { PoolClient } from 'pg';
import { expireFencesSql, expireHistorySql, subscriptionsSql } from './expire-deliveries.sql.js';

const batchRows = 1_000;
const subscriptionsAtATime = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * In batches: each statement deletes at most a thousand deliveries.
 * @param before epoch ms
 * @returns how many fences were deleted
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

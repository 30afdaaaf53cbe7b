/**
 * Deliveries past their time: what they sent (delivery_fence) and their history (delivery, delivery_attempt). Row by row, unlike logs: a
 * subscription's deliveries lie together in an index by age, and nothing else tells which of them have ended. Those to be attempted yet
 * stay, and those of which anything happened lately.
 */
import type { PoolClient } from 'pg';
import { expireFencesSql, expireHistorySql, subscriptionsSql } from './expire-deliveries.sql.js';

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

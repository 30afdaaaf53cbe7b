/** Removes figures past their retention (stats.ts), the oldest first. */
import type { PoolClient } from 'pg';
import { expireDeliveryStatsSql, expireExecutionStatsSql } from './expire-stats.sql.js';
import { statsWidths } from './stats.js';

const batchRows = 5_000;
const msPerHour = 3_600_000;

/**
 * In batches, so that no statement holds many locks.
 * @param now epoch ms
 * @returns how many rows were deleted
 */
export async function expireStats(client: Pick<PoolClient, 'query'>, now: number): Promise<number> {
  let expired = 0;
  for (const { minutes, keptHours } of statsWidths) {
    const before = new Date(now - keptHours * msPerHour - minutes * 60_000);
    for (const sql of [expireExecutionStatsSql, expireDeliveryStatsSql]) {
      for (let more = true; more;) {
        const { rowCount } = await client.query(sql, [minutes, before, batchRows]);
        expired += rowCount ?? 0;
        more = rowCount === batchRows;
      }
    }
  }
  return expired;
}

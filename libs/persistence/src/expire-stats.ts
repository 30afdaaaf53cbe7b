/** Removes figures, groups of errors and notifications past their retention, the oldest first. */
import type { PoolClient } from 'pg';
import {
  expireDeliveryStatsSql,
  expireErrorGroupsSql,
  expireExecutionStatsSql,
  expireNotificationsSql,
} from './expire-stats.sql.js';
import { keptNotificationDays } from './notifications.js';
import { keptErrorDays, statsWidths } from './stats.js';

const batchRows = 5_000;
const msPerHour = 3_600_000;

/**
 * In batches, so that no statement holds many locks.
 * @param now epoch ms
 * @returns how many rows were deleted
 */
export async function expireStats(client: Pick<PoolClient, 'query'>, now: number): Promise<number> {
  let expired = 0;
  const remove = async (sql: string, ...values: readonly unknown[]): Promise<void> => {
    for (let more = true; more;) {
      const { rowCount } = await client.query(sql, [...values, batchRows]);
      expired += rowCount ?? 0;
      more = rowCount === batchRows;
    }
  };
  for (const { minutes, keptHours } of statsWidths) {
    const before = new Date(now - keptHours * msPerHour - minutes * 60_000);
    for (const sql of [expireExecutionStatsSql, expireDeliveryStatsSql])
      await remove(sql, minutes, before);
  }
  const dayBefore = (days: number): string =>
    new Date(now - days * 24 * msPerHour).toISOString().slice(0, 10);
  await remove(expireErrorGroupsSql, dayBefore(keptErrorDays));
  await remove(expireNotificationsSql, dayBefore(keptNotificationDays));
  return expired;
}

/**
 * Whether a request marked as a repeat has run before. The read model answers, once it has caught
 * up with the ledger as of the time the repeat was read.
 */
import { topics } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { caughtUpSql, hasRunSql } from './repeat-check.sql.js';

const pollMs = 50;

export class RepeatCheck {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  async hasRun(
    executionId: string,
    place: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<boolean> {
    const { pool } = this.database;
    while (!lost.aborted) {
      if (((await pool.query(hasRunSql, [executionId])).rowCount ?? 0) > 0) return true;
      const { rowCount } = await pool.query(caughtUpSql, [
        topics.events,
        place.partition,
        place.offset,
      ]);
      if ((rowCount ?? 0) > 0)
        return ((await pool.query(hasRunSql, [executionId])).rowCount ?? 0) > 0;
      await sleep(pollMs);
    }
    return true;
  }
}

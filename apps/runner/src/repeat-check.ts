/**
 * Whether a request flagged as a repeat has run before (design.md 3.10). The read model answers, once it has caught up with
 * the ledger as it was when the repeat was read.
 */
import { topics } from '@libs/contracts';
import type { Database } from '@libs/persistence';

const caughtUp = `select 1 from projection_checkpoint
  where projection = 'executions' and topic = $1 and partition = $2 and next_offset >= $3`;
const exists = 'select 1 from execution_log where execution_id = $1';
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
      if (((await pool.query(exists, [executionId])).rowCount ?? 0) > 0) return true;
      const { rowCount } = await pool.query(caughtUp, [
        topics.events,
        place.partition,
        place.offset,
      ]);
      if ((rowCount ?? 0) > 0) return ((await pool.query(exists, [executionId])).rowCount ?? 0) > 0;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return true;
  }
}

/**
 * Loads the state of a parked execution from its row, a copy of the state in the ledger. The row
 * counts only once the projection has passed the end of the ledger known to the owner. So no
 * execution continues from a stale state.
 */
import { topics } from '@libs/contracts';
import { restoreHistory, type ExecutionHistory } from '@libs/execution';
import type { Database } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { isParkedSql, parkedExecutionSql } from './parked-executions.sql.js';

const pollMs = 50;

interface Row {
  caught_up: boolean;
  sequence: number | null;
  parked_at: Date | null;
  state: string | null;
}

export interface Restored {
  readonly history: ExecutionHistory;
  readonly traceparent: string | null;
}

export class ParkedExecutions {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** According to the read model; false while it does not answer. */
  async isParked(executionId: string): Promise<boolean> {
    const found = await this.database.pool.query(isParkedSql, [executionId]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  }

  /**
   * Null when the execution has not parked, or has ended since.
   * @param place ledger position that the projection must have reached
   */
  async load(
    executionId: string,
    place: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<Restored | null> {
    while (!lost.aborted) {
      const { rows } = await this.database.pool.query<Row>({
        name: 'parked-execution',
        text: parkedExecutionSql,
        values: [topics.events, place.partition, place.offset, executionId],
      });
      const [row] = rows;
      if (row?.caught_up === true) {
        if (row.state === null || row.sequence === null || row.parked_at === null) return null;
        return restoreHistory(row.state, row.sequence, row.parked_at.getTime());
      }
      await sleep(pollMs);
    }
    return null;
  }
}

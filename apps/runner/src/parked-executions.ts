/**
 * What a parked execution was when it parked, from its row: a copy of the state in the ledger. The row counts only once the
 * projection has passed what the owner knows the ledger to hold, so that nothing older than the truth is ever gone on from.
 */
import { topics } from '@libs/contracts';
import { restoreHistory, type ExecutionHistory } from '@libs/execution';
import type { Database } from '@libs/persistence';
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

  /** As far as the read model knows; false while it does not answer. */
  async isParked(executionId: string): Promise<boolean> {
    const found = await this.database.pool.query(isParkedSql, [executionId]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  }

  /**
   * Null when the execution is not parked, and has not been since its last end.
   * @param place up to which the ledger must have been projected
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
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return null;
  }
}

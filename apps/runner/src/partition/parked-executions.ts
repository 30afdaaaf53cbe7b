/**
 * Loads the state of a parked execution from its row, a copy of the state in the ledger. The row
 * counts only once the projection has passed the end of the ledger known to the owner. So no
 * execution continues from a stale state.
 */
import { restoreHistory, type ExecutionHistory } from '@libs/execution';
import type { Database } from '@libs/persistence';
import type { ReadModelProgress } from '@libs/platform';
import { isParkedSql, parkedExecutionSql } from './parked-executions.sql.js';

interface Row {
  sequence: number;
  parked_at: Date;
  state: string;
}

export interface Restored {
  readonly history: ExecutionHistory;
  readonly traceparent: string | null;
}

export class ParkedExecutions {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly progress: Pick<ReadModelProgress, 'passed'>,
  ) {}

  /** According to the read model; false while it does not answer. */
  async isParked(executionId: string): Promise<boolean> {
    const found = await this.database.pool.query(isParkedSql, [executionId]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  }

  /**
   * Null when the execution has not parked, or has ended since.
   * @param position ledger position that the projection must have reached
   */
  async load(
    executionId: string,
    position: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<Restored | null> {
    await this.progress.passed(position, lost);
    if (lost.aborted) return null;
    const { rows } = await this.database.pool.query<Row>({
      name: 'parked-execution',
      text: parkedExecutionSql,
      values: [executionId],
    });
    const [row] = rows;
    return row === undefined
      ? null
      : restoreHistory(row.state, row.sequence, row.parked_at.getTime());
  }
}

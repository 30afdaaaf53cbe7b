/**
 * Whether a request marked as a repeat has run before. The read model answers, once it has caught
 * up with the ledger as of the time the repeat was read.
 */
import type { Database } from '@libs/persistence';
import type { ReadModelProgress } from '@libs/platform';
import { hasRunSql } from './repeat-check.sql.js';

export class RepeatCheck {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly progress: Pick<ReadModelProgress, 'passed'>,
  ) {}

  async hasRun(
    executionId: string,
    position: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<boolean> {
    if (await this.#isLogged(executionId)) return true;
    await this.progress.passed(position, lost);
    return lost.aborted || this.#isLogged(executionId);
  }

  async #isLogged(executionId: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(hasRunSql, [executionId]);
    return (rowCount ?? 0) > 0;
  }
}

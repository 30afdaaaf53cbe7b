/**
 * What nobody else does about turns: places whose execution has ended on a runner that died, orders that were lost, limits that were
 * raised, executions that were paused and take no place of their account any more. Every runner looks, one at a time.
 */
import { type Database, inTransaction } from '@libs/persistence';
import { BackgroundWork } from '@libs/platform';
import type { Logger } from 'pino';
import type { Turns } from './turns.js';
import {
  grantReentrantSql,
  reissueSql,
  releaseEndedSql,
  restoreLostSql,
  trySweepLockSql,
  waitingAccountsSql,
} from './turns.sql.js';

const everyMs = 2_000;
/** How long an order has to take effect before it is issued again. */
const leaseMs = 15_000;
/** The line as such is compared with the projection only now and then: it looks at all who wait. */
const restoreEvery = 30;
const accountsAtOnce = 20;

export interface TurnSweepOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly turns: Pick<Turns, 'look' | 'wake' | 'stop'>;
  readonly logger: Logger;
}

export class TurnSweep {
  readonly #work: BackgroundWork;
  #count = 0;

  constructor(private readonly options: TurnSweepOptions) {
    const { logger } = options;
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'turns wait',
      round: () => this.sweep(),
    });
  }

  start(): void {
    this.#work.start();
  }

  async stop(): Promise<void> {
    await this.#work.stop();
    await this.options.turns.stop();
  }

  async sweep(): Promise<void> {
    const woken = await this.#repair();
    if (woken === null) return;
    await this.options.turns.wake(woken);
    const { rows } = await this.options.database.pool.query<{ account_id: string }>(
      waitingAccountsSql,
    );
    const accounts = rows.map(({ account_id }) => account_id);
    for (let n = 0; n < accounts.length; n += accountsAtOnce)
      await this.options.turns.look(accounts.slice(n, n + accountsAtOnce));
  }

  /** Null when another runner is at it. */
  async #repair(): Promise<string[] | null> {
    return inTransaction(this.options.database.pool, async (client) => {
      const lock = await client.query<{ locked: boolean }>(trySweepLockSql);
      if (lock.rows[0]?.locked !== true) return null;
      await client.query(releaseEndedSql);
      if (this.#count++ % restoreEvery === 0) await client.query(restoreLostSql);
      const reentrant = await client.query<{ execution_id: string }>(grantReentrantSql);
      const lost = await client.query<{ execution_id: string }>(reissueSql, [leaseMs]);
      return [...reentrant.rows, ...lost.rows].map(({ execution_id }) => execution_id);
    });
  }
}

/**
 * Repairs what nothing else does: slots of executions that ended on a runner that died, lost
 * commands, raised limits, and paused executions that no longer take a slot of their account. Every
 * runner tries, one at a time.
 */
import { type Database, inTransaction } from '@libs/persistence';
import { BackgroundWork } from '@libs/platform';
import type { Logger } from 'pino';
import type { OwnedPartition, SlotCensus } from './slot-census.js';
import type { ConcurrencySlots } from './concurrency-slots.js';
import {
  grantReentrantSql,
  reissueSql,
  releaseEndedSql,
  trySweepLockSql,
  waitingAccountsSql,
} from './slots.sql.js';

const everyMs = 2_000;
/** While slots are unknown, and nothing that a limit counts begins. */
const whileUnknownMs = 300;
/** How long a command has to take effect before it is issued again. */
const leaseMs = 15_000;
const accountsAtOnce = 20;

export interface SlotSweepOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly census: Pick<SlotCensus, 'report' | 'complete'>;
  readonly slots: Pick<ConcurrencySlots, 'look' | 'wake' | 'stop'>;
  readonly logger: Logger;
}

export class SlotSweep {
  readonly #work: BackgroundWork;
  #owned: () => readonly OwnedPartition[] = () => [];

  constructor(private readonly options: SlotSweepOptions) {
    const { logger } = options;
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'concurrency slots wait',
      round: async () => {
        if (!(await this.sweep())) setTimeout(() => this.#work.begin(), whileUnknownMs).unref();
      },
    });
  }

  /** @param owned returns the current partitions of this process */
  start(owned: () => readonly OwnedPartition[]): void {
    this.#owned = owned;
    this.#work.start();
  }

  async stop(): Promise<void> {
    await this.#work.stop();
    await this.options.slots.stop();
  }

  /** @returns whether slots are known, so that they can be granted */
  async sweep(owned = this.#owned()): Promise<boolean> {
    const isKnown = await this.options.census.report(owned);
    const woken = await this.#repair(isKnown);
    if (woken === null) return isKnown;
    await this.options.slots.wake(woken);
    const { rows } = await this.options.database.pool.query<{ account_id: string }>(
      waitingAccountsSql,
    );
    const accounts = rows.map(({ account_id }) => account_id);
    for (let n = 0; n < accounts.length; n += accountsAtOnce)
      await this.options.slots.look(accounts.slice(n, n + accountsAtOnce));
    return true;
  }

  /** Null when another runner is sweeping, or no slot can be granted yet. */
  async #repair(isKnown: boolean): Promise<string[] | null> {
    return inTransaction(this.options.database.pool, async (client) => {
      const lock = await client.query<{ locked: boolean }>(trySweepLockSql);
      if (lock.rows[0]?.locked !== true) return null;
      if (!isKnown) {
        await this.options.census.complete(client);
        return null;
      }
      await client.query(releaseEndedSql);
      const reentrant = await client.query<{ execution_id: string }>(grantReentrantSql);
      const lost = await client.query<{ execution_id: string }>(reissueSql, [leaseMs]);
      return [...reentrant.rows, ...lost.rows].map(({ execution_id }) => execution_id);
    });
  }
}

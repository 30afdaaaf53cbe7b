/**
 * Counts calls of trigger URLs without a token, so that owners see which of them are still in use.
 * A call costs no write: counts are stored every few seconds. A process that is killed loses those
 * of its last seconds.
 */
import type { Database } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER, Metrics } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { countOldCallsSql } from './old-trigger-calls.sql.js';

const storedEveryMs = 5_000;

interface Counted {
  calls: number;
  usedAt: Date;
}

@Injectable()
export class OldTriggerCalls
  implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  /** By path. Only paths of workflows are here, so callers can't make it grow. */
  #counted = new Map<string, Counted>();
  readonly #total;
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#total = metrics.counter(
      'flowledger_old_trigger_url_calls_total',
      'Calls of trigger URLs without a token',
    );
    this.#work = new BackgroundWork({
      everyMs: storedEveryMs,
      logger,
      failed: 'calls of old trigger URLs not stored yet',
      round: () => this.store(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Requests in progress have ended by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'last calls of old trigger URLs not stored');
    });
  }

  /** @param path of an old URL at which a workflow answers */
  note(path: string): void {
    this.#total.inc();
    this.#add(path, { calls: 1, usedAt: new Date() });
  }

  /** @throws the driver's error: the counts are kept for the next time */
  async store(): Promise<void> {
    const counted = this.#counted;
    if (counted.size === 0) return;
    this.#counted = new Map();
    try {
      await this.database.pool.query(countOldCallsSql, [
        [...counted.keys()],
        [...counted.values()].map(({ calls }) => calls),
        [...counted.values()].map(({ usedAt }) => usedAt),
      ]);
    } catch (error) {
      for (const [path, one] of counted) this.#add(path, one);
      throw error;
    }
  }

  #add(path: string, { calls, usedAt }: Counted): void {
    const known = this.#counted.get(path);
    this.#counted.set(path, {
      calls: calls + (known?.calls ?? 0),
      usedAt: known !== undefined && known.usedAt > usedAt ? known.usedAt : usedAt,
    });
  }
}

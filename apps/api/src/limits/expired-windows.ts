/**
 * Deletes windows of rate limits that have ended. Callers from many addresses make many rows, so
 * rows are deleted in batches and soon.
 */
import type { Database } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { sweepWindowsSql } from './limits.sql.js';

const sweepEveryMs = 60_000;
/** Two processes may be wrong by five minutes each, in opposite directions. */
const keptForMs = 15 * 60_000;
const sweptAtATime = 1_000;

@Injectable()
export class ExpiredWindows implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#work = new BackgroundWork({
      ...{ everyMs: sweepEveryMs, logger },
      failed: 'windows of rate limits that have ended not deleted',
      round: () => this.sweep(Date.now()),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  async sweep(nowMs: number): Promise<void> {
    for (let more = true; more && !this.#work.isStopped;) {
      const { rowCount } = await this.database.pool.query(sweepWindowsSql, [
        nowMs - keptForMs,
        sweptAtATime,
      ]);
      more = rowCount === sweptAtATime;
    }
  }
}

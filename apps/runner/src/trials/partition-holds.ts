/**
 * Records which runner process holds a partition, and whether it released it in order. Writes are
 * serialized, so that a process that takes a partition back finds its own release. An outage of
 * Postgres costs only time: everything in flight then counts as suspect.
 */
import type { Database } from '@libs/persistence';
import { retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { releaseHoldSql, recordHoldSql } from './trials.sql.js';

const answerWithinMs = 2_000;
const retryMs = 2_000;

export interface Hold {
  readonly partition: number;
  readonly claimOffset: number;
}

export interface Holds {
  /**
   * @param ended of the claim
   * @returns whether an earlier owner may have died; within seconds
   */
  record(hold: Hold, ended: AbortSignal): Promise<boolean>;
  release(hold: Hold): void;
  /** Resolves when all is written, or after a bounded wait. */
  written(): Promise<void>;
}

export class PartitionHolds implements Holds {
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly runnerId: string,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  record(hold: Hold, ended: AbortSignal): Promise<boolean> {
    const recorded = this.#enqueue(() => this.#record(hold, ended));
    // No answer in time counts as a death.
    return Promise.race([recorded, sleep(answerWithinMs, true, { ref: false })]);
  }

  release({ partition, claimOffset }: Hold): void {
    const values = [partition, this.runnerId, claimOffset];
    this.#enqueue(() => this.database.pool.query(releaseHoldSql, values)).catch((error: unknown) =>
      this.logger.warn({ err: error, partition }, 'The release of a partition is not recorded'),
    );
  }

  async written(): Promise<void> {
    const late = sleep(answerWithinMs, undefined, { ref: false });
    await Promise.race([this.#writing.catch(() => undefined), late]);
  }

  /** Retries: without its row, no other runner would know that this process died. */
  async #record({ partition, claimOffset }: Hold, ended: AbortSignal): Promise<boolean> {
    const values = [partition, this.runnerId, claimOffset];
    const { rows } = await retryUntil(
      'recording the owner of a partition',
      this.logger,
      () => this.database.pool.query<{ unreleased: number }>(recordHoldSql, values),
      { delayMs: retryMs, stopped: ended, details: { partition } },
    );
    return (rows[0]?.unreleased ?? 0) > 0;
  }

  #enqueue<T>(write: () => Promise<T>): Promise<T> {
    const written = this.#writing.then(write, write);
    this.#writing = written;
    return written;
  }
}

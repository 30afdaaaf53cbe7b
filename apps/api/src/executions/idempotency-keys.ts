/**
 * A repeated request is one execution (design.md 3.10): a row (scope, key) -> execution id before the append, `appended_at`
 * after it. Whoever finds a row without `appended_at` appends the same id again, flagged as a repeat.
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
import { markAppendedSql, reserveKeySql, sweepKeysSql } from './idempotency-key.sql.js';

export type Reservation =
  /** First with this key, or nobody knows whether the first one arrived (`repeat`): append. */
  | { readonly kind: 'append'; readonly executionId: string; readonly repeat: boolean }
  /** Appended before: nothing is to be done but to answer. */
  | { readonly kind: 'known'; readonly executionId: string }
  /** The key was used with another body. */
  | { readonly kind: 'conflict' };

/** Longer than anybody repeats a request: senders of webhooks give up after days. Said in docs/workflows.md. */
const keptForDays = 30;
const sweptAtATime = 1_000;
const sweepEveryMs = 3_600_000;

interface Row {
  execution_id: string;
  request_hash: Buffer;
  appended_at: Date | null;
  made: boolean;
}

@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#work = new BackgroundWork({
      everyMs: sweepEveryMs,
      logger,
      failed: 'old idempotency keys stay',
      round: () => this.sweep(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /**
   * @param executionId used when the key is new
   * @param workspaceId with which the key is deleted
   */
  async reserve(
    scope: string,
    key: string,
    requestHash: Buffer,
    executionId: string,
    workspaceId: string,
  ): Promise<Reservation> {
    for (;;) {
      const { rows } = await this.database.pool.query<Row>(reserveKeySql, [
        scope,
        key,
        requestHash,
        executionId,
        workspaceId,
      ]);
      const [row] = rows;
      // Inserted by somebody between our insert and our read, which saw an older snapshot: look again.
      if (row === undefined) continue;
      if (row.made) return { kind: 'append', executionId: row.execution_id, repeat: false };
      if (!row.request_hash.equals(requestHash)) return { kind: 'conflict' };
      if (row.appended_at !== null) return { kind: 'known', executionId: row.execution_id };
      return { kind: 'append', executionId: row.execution_id, repeat: true };
    }
  }

  /** Forgets what is older than keys are kept. */
  async sweep(): Promise<void> {
    for (let more = true; more && !this.#work.isStopped;) {
      const { rowCount } = await this.database.pool.query(sweepKeysSql, [
        keptForDays,
        sweptAtATime,
      ]);
      more = rowCount === sweptAtATime;
    }
  }

  /** The request is in the log. */
  async appended(scope: string, key: string): Promise<void> {
    await this.database.pool.query(markAppendedSql, [scope, key]);
  }
}

/**
 * A repeated request is one execution (design.md 3.10): a row (scope, key) -> execution id before the append, `appended_at`
 * after it. Whoever finds a row without `appended_at` appends the same id again, flagged as a repeat.
 */
import { headers } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { unavailable } from '../errors/index.js';
import { KeyCensus, keyHeaders } from './key-census.js';
import { markAppendedSql, reserveKeySql, sweepKeysSql } from './idempotency-key.sql.js';

/** The id that an execution is requested under. */
export interface RequestId {
  readonly executionId: string;
  /** It may have been appended before. */
  readonly repeat: boolean;
  /** What the request says of its key and of when its id was reserved; nothing where nobody else can request it. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Reservation =
  /** First with this key, or nobody knows whether the first one arrived: append. */
  | { readonly kind: 'append'; readonly id: RequestId }
  /** Appended before: nothing is to be done but to answer. */
  | { readonly kind: 'known'; readonly executionId: string }
  /** The key was used with another body. */
  | { readonly kind: 'conflict' };

/** Longer than anybody repeats a request: senders of webhooks give up after days. Said in docs/workflows.md. */
const keptForDays = 30;
const sweptAtATime = 1_000;
const sweepEveryMs = 3_600_000;

interface Row {
  /** Null: nothing is known of the key. */
  execution_id: string | null;
  request_hash: Buffer;
  appended_at: Date | null;
  /** Null for a row that was there before. */
  reserved_at: Date | null;
}

@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) logger: Logger,
    @Inject(KeyCensus) private readonly census: Pick<KeyCensus, 'complete'>,
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
   * @throws ApiError 503 while the keys are not complete after a start of Postgres
   */
  async reserve(
    scope: string,
    key: string,
    requestHash: Buffer,
    executionId: string,
    workspaceId: string,
  ): Promise<Reservation> {
    for (let attempt = 1; ; attempt += 1) {
      const { rows } = await this.database.pool.query<Row>(reserveKeySql, [
        scope,
        key,
        requestHash,
        executionId,
        workspaceId,
      ]);
      // Inserted by somebody between our insert and our read, which saw an older snapshot: look again.
      if (rows.length === 0) continue;
      const row = rows.find(({ execution_id }) => execution_id !== null);
      if (row?.execution_id == null) {
        if (attempt > 1) throw unavailable('The list of idempotency keys');
        await this.census.complete();
        continue;
      }
      const { execution_id: id } = row;
      const ofKey = keyHeaders(scope, key, requestHash);
      if (row.reserved_at !== null) {
        const marks = { ...ofKey, [headers.reservedAt]: String(row.reserved_at.getTime()) };
        return { kind: 'append', id: { executionId: id, repeat: false, headers: marks } };
      }
      if (!row.request_hash.equals(requestHash)) return { kind: 'conflict' };
      if (row.appended_at !== null) return { kind: 'known', executionId: id };
      return { kind: 'append', id: { executionId: id, repeat: true, headers: ofKey } };
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

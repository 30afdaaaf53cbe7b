/**
 * A repeated request is one execution: row (scope, key) -> execution id before the append,
 * `appended_at` after it. A request that finds a row without `appended_at` appends the same id
 * again, flagged as a repeat. See docs/reference/workflows.md.
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

export interface RequestId {
  readonly executionId: string;
  /** True when the id may have been appended before. */
  readonly repeat: boolean;
  /** Key and reservation time for the record; empty when no other request can use this id. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Reservation =
  /** First with this key, or it is unknown whether the first request was appended: append. */
  | { readonly kind: 'append'; readonly id: RequestId }
  /** Already appended: only answer. */
  | { readonly kind: 'known'; readonly executionId: string }
  /** The key was used with another body. */
  | { readonly kind: 'conflict' };

/** Webhook senders stop repeating after days. Stated in docs/reference/workflows.md. */
const keptForDays = 30;
const sweptAtATime = 1_000;
const sweepEveryMs = 3_600_000;

interface Row {
  /** Null when the key is unknown and the keys are incomplete. */
  execution_id: string | null;
  request_hash: Buffer;
  appended_at: Date | null;
  /** Null for a row that existed before. */
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
      failed: 'old idempotency keys not deleted',
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
   * @param workspaceId the key is deleted with this workspace
   * @throws ApiError 503 while the keys are incomplete after a start of Postgres
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
      // Another process inserted between our insert and our read, whose snapshot is older: retry.
      if (rows.length === 0) continue;
      const row = rows.find(({ execution_id }) => execution_id !== null);
      if (row?.execution_id == null) {
        if (attempt > 1) throw unavailable('The list of idempotency keys');
        await this.census.complete();
        continue;
      }
      const { execution_id: id } = row;
      const ofKey = keyHeaders({ scope, key, hash: requestHash, workspaceId });
      if (row.reserved_at !== null) {
        const marks = { ...ofKey, [headers.reservedAt]: String(row.reserved_at.getTime()) };
        return { kind: 'append', id: { executionId: id, repeat: false, headers: marks } };
      }
      if (!row.request_hash.equals(requestHash)) return { kind: 'conflict' };
      if (row.appended_at !== null) return { kind: 'known', executionId: id };
      return { kind: 'append', id: { executionId: id, repeat: true, headers: ofKey } };
    }
  }

  async sweep(): Promise<void> {
    for (let more = true; more && !this.#work.isStopped;) {
      const { rowCount } = await this.database.pool.query(sweepKeysSql, [
        keptForDays,
        sweptAtATime,
      ]);
      more = rowCount === sweptAtATime;
    }
  }

  /** Call once the request is in Kafka. */
  async appended(scope: string, key: string): Promise<void> {
    await this.database.pool.query(markAppendedSql, [scope, key]);
  }
}

/**
 * A repeated request is one execution: row (scope, key) -> execution id before the append,
 * `appended_at` after it. A request that finds a row without `appended_at` appends the same id
 * again, flagged as a repeat. A refused request leaves no row. See docs/reference/workflows.md.
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
import type { Admission } from '../limits/index.js';
import { KeyCensus, keyHeaders } from './key-census.js';
import { findKeySql, markAppendedSql, reserveKeySql, sweepKeysSql } from './idempotency-key.sql.js';

interface KeyedRequest {
  readonly scope: string;
  /** The scope that release 3 would use; its keys count until they expire. */
  readonly formerScope: string | null;
  readonly key: string;
  /** Hashes the content that must be equal in a repeat; not called when the request is refused. */
  readonly hash: () => Promise<Buffer>;
  /** The key is deleted with this workspace. */
  readonly workspaceId: string;
  readonly workflowId: string;
}

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

interface KnownRow {
  execution_id: string;
  request_hash: Buffer;
  appended_at: Date | null;
  /** Null for a row that existed before. */
  reserved_at: Date | null;
}

/** Without an execution when the key is unknown and the keys are incomplete. */
type Row = KnownRow | { execution_id: null };

const isKnown = (row: Row): row is KnownRow => row.execution_id !== null;

async function reservationOf(row: KnownRow, request: KeyedRequest): Promise<Reservation> {
  const executionId = row.execution_id;
  const hash = await request.hash();
  const ofKey = keyHeaders({ ...request, hash });
  if (row.reserved_at !== null) {
    const marks = { ...ofKey, [headers.reservedAt]: String(row.reserved_at.getTime()) };
    return { kind: 'append', id: { executionId, repeat: false, headers: marks } };
  }
  if (!row.request_hash.equals(hash)) return { kind: 'conflict' };
  if (row.appended_at !== null) return { kind: 'known', executionId };
  return { kind: 'append', id: { executionId, repeat: true, headers: ofKey } };
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
   * Null for an unknown key.
   * @throws ApiError 503 while the keys are incomplete after a start of Postgres
   */
  async find(request: KeyedRequest): Promise<Reservation | null> {
    const { scope, key, formerScope, workflowId } = request;
    const row = await this.#ask(findKeySql, [scope, key, formerScope, workflowId]);
    return row === null ? null : reservationOf(row, request);
  }

  /**
   * Looks the key up first. Only the request of an unknown key is admitted, and only an admitted
   * one is stored. A known key takes no tokens, also when it became known meanwhile.
   * @param executionId used when the key is new
   * @throws ApiError 503 as `find`; any error of `admit`
   */
  async reserve(
    request: KeyedRequest,
    executionId: string,
    admit: () => Promise<Pick<Admission, 'giveBack'>>,
  ): Promise<Reservation> {
    const known = await this.find(request);
    if (known !== null) return known;
    let admission: Pick<Admission, 'giveBack'>;
    try {
      admission = await admit();
    } catch (error) {
      const late = await this.find(request);
      if (late === null) throw error;
      return late;
    }
    const reservation = await this.#store(request, executionId);
    if (reservation.kind !== 'append' || reservation.id.repeat) admission.giveBack();
    return reservation;
  }

  async #store(request: KeyedRequest, executionId: string): Promise<Reservation> {
    const { scope, key, workspaceId } = request;
    const values = [scope, key, await request.hash(), executionId, workspaceId];
    for (;;) {
      const row = await this.#ask(reserveKeySql, values);
      // Another process inserted between our insert and our read, whose snapshot is older: retry.
      if (row !== null) return reservationOf(row, request);
    }
  }

  /** The key's row, once the keys are complete; null when the statement gave none. */
  async #ask(sql: string, values: readonly unknown[]): Promise<KnownRow | null> {
    for (let attempt = 1; ; attempt += 1) {
      const { rows } = await this.database.pool.query<Row>(sql, [...values]);
      if (rows.length === 0) return null;
      const row = rows.find(isKnown);
      if (row !== undefined) return row;
      if (attempt > 1) throw unavailable('The list of idempotency keys');
      await this.census.complete();
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

/**
 * Publishes audit records from the outbox to Kafka: in write order, at least once, each with its
 * own event id. It runs in every api process; an advisory lock lets one publish at a time. A record
 * that can't be published stays in the outbox.
 */
import { cloudEventHeaders, topics } from '@libs/contracts';
import type { Config } from '@libs/config';
import type { OutgoingRecord, RecordAppender } from '@libs/event-log';
import { type Database, inTransaction } from '@libs/persistence';
import { APPENDER, BackgroundWork, CONFIG, DATABASE, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { hasUnpublishedSql, publishedSql, publisherLockSql, unpublishedSql } from './audit.sql.js';

/** Finds records left by another process, and those skipped while another process held the lock. */
const tickMs = 2_000;
const batchSize = 500;

/** Persisted: never renamed. */
const cloudEventTypes = {
  ManagementActionRequested: 'management.action.requested',
  ManagementActionEnded: 'management.action.ended',
} as const;

interface OutboxRow {
  readonly position: number;
  readonly event_id: string;
  readonly event_type: keyof typeof cloudEventTypes;
  readonly workspace_id: string;
  readonly occurred_at: Date;
  readonly value: Buffer;
}

const recordOf = (row: OutboxRow): OutgoingRecord => ({
  topic: topics.auditEvents,
  key: row.workspace_id,
  value: row.value,
  headers: cloudEventHeaders(row.event_type, {
    id: row.event_id,
    source: '/api/v1/audit',
    type: cloudEventTypes[row.event_type],
    timeMs: row.occurred_at.getTime(),
  }),
});

@Injectable()
export class AuditPublisher implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #timeoutMs: number;
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(APPENDER) private readonly appender: RecordAppender,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#timeoutMs = config.FLOWLEDGER_APPEND_TIMEOUT_MS;
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger,
      failed: 'audit records not published yet',
      round: () => this.#publish(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Does not wait. */
  begin(): void {
    this.#work.begin();
  }

  async #publish(): Promise<void> {
    const { rows } = await this.database.pool.query<{ has_some: boolean }>(hasUnpublishedSql);
    if (rows[0]?.has_some === true && (await this.#publishBatch()) === batchSize) this.begin();
  }

  /** @returns the number published; 0 also when another process holds the lock */
  #publishBatch(): Promise<number> {
    return inTransaction(this.database.pool, async (client) => {
      const { rows: locks } = await client.query<{ is_mine: boolean }>(publisherLockSql);
      if (locks[0]?.is_mine !== true) return 0;
      const { rows } = await client.query<OutboxRow>(unpublishedSql, [batchSize]);
      // One partition, in order. If one append fails, all are repeated in the same order and with
      // the same ids.
      await Promise.all(
        rows.map((row) => this.appender.append(recordOf(row), { timeoutMs: this.#timeoutMs })),
      );
      if (rows.length > 0) await client.query(publishedSql, [rows.at(-1)?.position]);
      return rows.length;
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type RedeliveryRow, redeliveryRecords } from '@libs/delivery';
import type { Database } from '@libs/persistence';
import { APPENDER, CONFIG, DATABASE } from '@libs/platform';
import type { Config } from '@libs/config';
import type { RecordAppender } from '@libs/event-log';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { fenceStandingSql, redeliverOneSql } from './deliveries.sql.js';

/**
 * Appends redeliveries to Kafka: the fact and the due record, both acknowledged. If that fails, the
 * saga's sweeper appends them later.
 */
@Injectable()
export class RedeliveryOrders {
  constructor(
    @Inject(APPENDER) private readonly appender: RecordAppender,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppendError when Kafka does not acknowledge in time */
  async issue(rows: readonly RedeliveryRow[]): Promise<void> {
    const now = Date.now();
    const records = rows.flatMap((row) => redeliveryRecords(row, 'manual', now));
    const timeoutMs = this.config.FLOWLEDGER_APPEND_TIMEOUT_MS;
    await Promise.all(records.map((record) => this.appender.append(record, { timeoutMs })));
  }
}

/** Sends one delivery again: same id, same bytes. An ended one restarts its whole schedule. */
export class Redeliver extends Command<void> {
  constructor(
    readonly principal: Principal,
    readonly deliveryId: string,
  ) {
    super();
  }
}

@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(RedeliveryOrders) private readonly orders: RedeliveryOrders,
  ) {}

  async execute({ principal, deliveryId }: Redeliver): Promise<void> {
    const { pool } = this.database;
    const key = [deliveryId, principal.workspaceId];
    const { rows } = await pool.query<RedeliveryRow>(redeliverOneSql, key);
    if (rows.length === 0) {
      const standing = await pool.query<{ deleted: boolean }>(fenceStandingSql, key);
      const [fence] = standing.rows;
      if (fence === undefined) throw notFound('delivery');
      throw new ApiError(
        409,
        'CONFLICT',
        fence.deleted
          ? 'The subscription of this delivery was deleted'
          : 'The subscription of this delivery is not active; activate it first',
      );
    }
    await this.orders.issue(rows);
  }
}

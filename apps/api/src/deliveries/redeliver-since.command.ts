import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { ownedSubscriptionSql, redeliverCountSql, redeliverPageSql } from './deliveries.sql.js';
import type { RedeliverSinceBody } from './delivery.dto.js';
import { type PendingRow, RedeliveryOrders } from './redelivery-orders.js';

export interface Redelivered {
  readonly redelivered: number;
  /** Of a dry run: how many would be sent again. */
  readonly matching?: number;
}

/** Sends all deliveries of a subscription again that were made in a span of time and ended in given states. */
export class RedeliverSince extends Command<Redelivered> {
  constructor(
    readonly principal: Principal,
    readonly subscriptionId: string,
    readonly body: RedeliverSinceBody,
  ) {
    super();
  }
}

const pageSize = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

@CommandHandler(RedeliverSince)
export class RedeliverSinceHandler implements ICommandHandler<RedeliverSince> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(RedeliveryOrders) private readonly orders: RedeliveryOrders,
  ) {}

  async execute({ principal, subscriptionId, body }: RedeliverSince): Promise<Redelivered> {
    const { pool } = this.database;
    const owned = await pool.query<{ active: boolean; deleted: boolean }>(ownedSubscriptionSql, [
      subscriptionId,
      principal.workspaceId,
    ]);
    const [subscription] = owned.rows;
    if (subscription === undefined || subscription.deleted) throw notFound('subscription');
    if (!subscription.active) {
      throw new ApiError(409, 'CONFLICT', 'The subscription is not active; activate it first');
    }
    const until = body.until ?? new Date();
    if (body.dryRun) {
      const { rows } = await pool.query<{ matching: number }>(redeliverCountSql, [
        subscriptionId,
        principal.workspaceId,
        body.since,
        until,
        body.states,
      ]);
      return { redelivered: 0, matching: rows[0]?.matching ?? 0 };
    }
    let after = { createdAt: body.since, id: lowestId };
    for (let redelivered = 0; ;) {
      const { rows } = await pool.query<PendingRow & { created_at: Date }>(redeliverPageSql, [
        subscriptionId,
        principal.workspaceId,
        after.createdAt,
        after.id,
        until,
        body.states,
        pageSize,
      ]);
      await this.orders.issue(rows, 'recovery');
      redelivered += rows.length;
      const last = rows.reduce<(PendingRow & { created_at: Date }) | undefined>(
        (newest, row) => (newest === undefined || isAfter(row, newest) ? row : newest),
        undefined,
      );
      if (last === undefined || rows.length < pageSize) return { redelivered };
      after = { createdAt: last.created_at, id: last.delivery_id };
    }
  }
}

/** `returning` has no order. */
function isAfter(
  one: { readonly created_at: Date; readonly delivery_id: string },
  other: { readonly created_at: Date; readonly delivery_id: string },
): boolean {
  const apart = one.created_at.getTime() - other.created_at.getTime();
  return apart > 0 || (apart === 0 && one.delivery_id > other.delivery_id);
}

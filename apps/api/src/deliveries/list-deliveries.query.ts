import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { decodeCursor, encodeCursor, type Page } from '../http/page.js';
import { deliveriesPageSql, ownedSubscriptionSql } from './deliveries.sql.js';
import {
  type DeliveryRow,
  type DeliveryView,
  deliveryViewOf,
  type ListDeliveriesParameters,
} from './delivery.schemas.js';

export class ListDeliveries extends Query<Page<DeliveryView>> {
  constructor(
    readonly principal: Principal,
    readonly subscriptionId: string,
    readonly parameters: ListDeliveriesParameters,
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    subscriptionId,
    parameters,
  }: ListDeliveries): Promise<Page<DeliveryView>> {
    const { pool } = this.database;
    const owned = await pool.query(ownedSubscriptionSql, [subscriptionId, principal.workspaceId]);
    if (owned.rowCount === 0) throw notFound('subscription');
    const { limit, cursor, state = null } = parameters;
    const list = `deliveries:${subscriptionId}:${state ?? ''}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const { rows } = await pool.query<DeliveryRow>(deliveriesPageSql, [
      subscriptionId,
      principal.workspaceId,
      state,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(deliveryViewOf),
      ...(last !== undefined && {
        nextCursor: encodeCursor(list, { createdAt: last.created_at, id: last.id }),
      }),
    };
  }
}

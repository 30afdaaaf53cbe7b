import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { keyOfRow, type Page, pageOfSql } from '../http/page.js';
import { deliveriesPageSql, ownedSubscriptionSql } from './deliveries.sql.js';
import {
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
    const { state = null } = parameters;
    const values = [subscriptionId, principal.workspaceId, state];
    const list = { pool, sql: deliveriesPageSql, values, keyOf: keyOfRow };
    const name = `deliveries:${subscriptionId}:${state ?? ''}`;
    return pageOfSql(list, name, parameters, deliveryViewOf);
  }
}

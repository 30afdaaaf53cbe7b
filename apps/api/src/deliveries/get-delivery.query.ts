import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { attemptsSql, deliverySql } from './deliveries.sql.js';
import {
  type AttemptRow,
  attemptViewOf,
  type DeliveryDetailView,
  type DeliveryRow,
  deliveryViewOf,
} from './delivery.schemas.js';

export class GetDelivery extends Query<DeliveryDetailView> {
  constructor(
    readonly principal: Principal,
    readonly deliveryId: string,
  ) {
    super();
  }
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, deliveryId }: GetDelivery): Promise<DeliveryDetailView> {
    const { pool } = this.database;
    const { rows } = await pool.query<DeliveryRow>(deliverySql, [
      deliveryId,
      principal.workspaceId,
    ]);
    const [delivery] = rows;
    if (delivery === undefined) throw notFound('delivery');
    const attempts = await pool.query<AttemptRow>(attemptsSql, [deliveryId]);
    return { ...deliveryViewOf(delivery), attempts: attempts.rows.map(attemptViewOf) };
  }
}

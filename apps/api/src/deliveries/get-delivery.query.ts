import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { deliverySql, lastAttemptsSql } from './deliveries.sql.js';
import {
  type AttemptRow,
  attemptViewsOf,
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

/** Redeliveries by hand have no limit of their own. */
const maxAttempts = 100;

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
    const { rows: attempts } = await pool.query<AttemptRow>(lastAttemptsSql, [
      deliveryId,
      maxAttempts,
    ]);
    return {
      ...deliveryViewOf(delivery),
      attempts: attemptViewsOf(attempts.reverse(), delivery.created_at),
    };
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '@libs/config';
import type { Database } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { deliveryRequestSql, lastAttemptsSql } from './deliveries.sql.js';
import type { AttemptRow, DeliveryRequestView } from './delivery.schemas.js';
import { type RequestRow, sentRequestOf } from './sent-request.js';

export class GetDeliveryRequest extends Query<DeliveryRequestView> {
  constructor(
    readonly workspaceId: string,
    readonly deliveryId: string,
  ) {
    super();
  }
}

/** Redeliveries by hand have no limit of their own. */
const maxAttempts = 100;

@QueryHandler(GetDeliveryRequest)
export class GetDeliveryRequestHandler implements IQueryHandler<GetDeliveryRequest> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ workspaceId, deliveryId }: GetDeliveryRequest): Promise<DeliveryRequestView> {
    const { pool } = this.database;
    const values = [deliveryId, workspaceId];
    const { rows } = await pool.query<RequestRow>(deliveryRequestSql, values);
    const [row] = rows;
    if (row === undefined) throw notFound('delivery');
    const attempts = await pool.query<AttemptRow>(lastAttemptsSql, [deliveryId, maxAttempts]);
    const prefix = this.config.FLOWLEDGER_HEADER_PREFIX;
    return sentRequestOf({ deliveryId, row, attempts: attempts.rows, prefix });
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hasExecutionEnded } from '../executions/known-execution.js';
import { keyOfRow, type Page, type PageRequest, pageOfSql } from '../http/page.js';
import { executionDeliveriesSql } from './deliveries.sql.js';
import { type DeliveryView, deliveryViewOf } from './delivery.schemas.js';

/** Deliveries of one execution. */
export class ListExecutionDeliveries extends Query<Page<DeliveryView>> {
  constructor(
    readonly workspaceId: string,
    readonly executionId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListExecutionDeliveries)
export class ListExecutionDeliveriesHandler implements IQueryHandler<ListExecutionDeliveries> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    workspaceId,
    executionId,
    page,
  }: ListExecutionDeliveries): Promise<Page<DeliveryView>> {
    const { pool } = this.database;
    await hasExecutionEnded(pool, executionId, workspaceId);
    const values = [executionId, workspaceId];
    const list = { pool, sql: executionDeliveriesSql, values, keyOf: keyOfRow };
    return pageOfSql(list, `deliveries-of:${executionId}`, page, deliveryViewOf);
  }
}

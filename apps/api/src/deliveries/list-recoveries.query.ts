import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { keyOfRow, type Page, pageOfSql, type PageRequest } from '../http/page.js';
import { ownedSubscriptionSql } from './deliveries.sql.js';
import { type RecoveryRow, recoveryViewOf } from './recoveries.js';
import type { RecoveryView } from './recovery.schemas.js';
import { recoveriesPageSql } from './recovery.sql.js';

export class ListRecoveries extends Query<Page<RecoveryView>> {
  constructor(
    readonly workspaceId: string,
    readonly subscriptionId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListRecoveries)
export class ListRecoveriesHandler implements IQueryHandler<ListRecoveries> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: ListRecoveries): Promise<Page<RecoveryView>> {
    const { pool } = this.database;
    const { workspaceId, subscriptionId, parameters } = query;
    const values = [subscriptionId, workspaceId];
    const owned = await pool.query(ownedSubscriptionSql, values);
    if (owned.rowCount === 0) throw notFound('subscription');
    const list = { pool, sql: recoveriesPageSql, values, keyOf: keyOfRow };
    const name = `recoveries:${subscriptionId}`;
    return pageOfSql<RecoveryRow, RecoveryView>(list, name, parameters, recoveryViewOf);
  }
}

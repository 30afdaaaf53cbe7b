import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/index.js';
import { type Page, pageOfSql } from '../http/page.js';
import {
  type AuditEventView,
  type AuditParameters,
  type AuditRow,
  viewOf,
} from './audit.schemas.js';
import { listActionsSql } from './audit.sql.js';

/** Newest first. */
export class ListAuditEvents extends Query<Page<AuditEventView>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: AuditParameters,
  ) {
    super();
  }
}

@QueryHandler(ListAuditEvents)
export class ListAuditEventsHandler implements IQueryHandler<ListAuditEvents> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ principal, parameters }: ListAuditEvents): Promise<Page<AuditEventView>> {
    const { workspaceId, accountId } = principal;
    const { action = null, startDate = null, endDate = null } = parameters;
    const { pool } = this.database;
    const values = [workspaceId, accountId, action, startDate, endDate];
    const keyOf = (row: AuditRow) => ({ createdAt: row.occurred_at, id: row.id });
    const list = { pool, sql: listActionsSql, values, keyOf };
    return pageOfSql(list, `audit:${workspaceId}`, parameters, viewOf);
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/index.js';
import { decodeCursor, encodeCursor, type Page } from '../http/page.js';
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

  async execute({ principal, parameters }: ListAuditEvents): Promise<Page<AuditEventView>> {
    const { limit, cursor, action, startDate, endDate } = parameters;
    const list = `audit:${principal.workspaceId}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const { rows } = await this.database.pool.query<AuditRow>(listActionsSql, [
      principal.workspaceId,
      principal.accountId,
      action ?? null,
      startDate ?? null,
      endDate ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(viewOf),
      ...(last !== undefined && {
        nextCursor: encodeCursor(list, { createdAt: last.occurred_at, id: last.id }),
      }),
    };
  }
}

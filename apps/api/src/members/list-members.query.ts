import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { type Page, pageOfSql, type PageRequest } from '../http/page.js';
import { type MemberRow, type MemberView, viewOf } from './member.schemas.js';
import { listMembersSql } from './members.sql.js';

/** Newest first. */
export class ListMembers extends Query<Page<MemberView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, parameters }: ListMembers): Promise<Page<MemberView>> {
    const { pool } = this.database;
    const keyOf = (row: MemberRow) => ({ createdAt: row.created_at, id: row.user_id });
    const list = { pool, sql: listMembersSql, values: [workspaceId], keyOf };
    return pageOfSql(list, `members:${workspaceId}`, parameters, viewOf);
  }
}

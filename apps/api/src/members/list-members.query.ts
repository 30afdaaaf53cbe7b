import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { decodeCursor, encodeCursor, type Page } from '../http/page.js';
import {
  type ListMembersParameters,
  type MemberRow,
  type MemberView,
  viewOf,
} from './member.schemas.js';
import { listMembersSql } from './members.sql.js';

/** Newest first. */
export class ListMembers extends Query<Page<MemberView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: ListMembersParameters,
  ) {
    super();
  }
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, parameters }: ListMembers): Promise<Page<MemberView>> {
    const { limit, cursor } = parameters;
    const list = `members:${workspaceId}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const { rows } = await this.database.pool.query<MemberRow>(listMembersSql, [
      workspaceId,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(viewOf),
      ...(last !== undefined && {
        nextCursor: encodeCursor(list, { createdAt: last.created_at, id: last.user_id }),
      }),
    };
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { MemberView } from './member.schemas.js';
import { findMember } from './stored-member.js';

export class GetMember extends Query<MemberView> {
  constructor(
    readonly workspaceId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetMember)
export class GetMemberHandler implements IQueryHandler<GetMember> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, userId }: GetMember): Promise<MemberView> {
    return findMember(this.database.dataSource.manager, workspaceId, userId);
  }
}

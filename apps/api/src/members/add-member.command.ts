import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { Quotas } from '../quotas/index.js';
import type { MemberBody, MemberView } from './member.schemas.js';
import { ensureUserSql, insertMemberSql } from './members.sql.js';
import { findMember, lockMembers } from './stored-member.js';

/**
 * Creates the user too if the account has none with this address. The user gets access through a
 * key that an owner creates for them.
 */
export class AddMember extends Command<MemberView> {
  constructor(
    readonly principal: Principal,
    readonly body: MemberBody,
  ) {
    super();
  }
}

@CommandHandler(AddMember)
export class AddMemberHandler implements ICommandHandler<AddMember> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  execute({ principal, body }: AddMember): Promise<MemberView> {
    const { workspaceId, accountId } = principal;
    const { email, name = email, role } = body;
    return this.database.dataSource.transaction(async (manager) => {
      await lockMembers(manager, workspaceId);
      const user = [uuidv7(), accountId, email, name];
      const [{ id: userId }] = await manager.query<[{ id: string }]>(ensureUserSql, user);
      const inserted = await manager.query<unknown[]>(insertMemberSql, [workspaceId, userId, role]);
      if (inserted.length === 0)
        throw new ApiError(409, 'CONFLICT', 'This address already belongs to a member');
      const member = await findMember(manager, workspaceId, userId);
      await this.quotas.check(manager, principal, ['members']);
      return member;
    });
  }
}

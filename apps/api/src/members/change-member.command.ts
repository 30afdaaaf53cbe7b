import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkspaceRole } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { MemberView } from './member.schemas.js';
import { changeRoleSql } from './members.sql.js';
import { findMember, lockMembers, requireOwner } from './stored-member.js';

/** Applies to all keys of the member, on every instance within two seconds. */
export class ChangeMember extends Command<MemberView> {
  constructor(
    readonly workspaceId: string,
    readonly userId: string,
    readonly role: WorkspaceRole,
  ) {
    super();
  }
}

@CommandHandler(ChangeMember)
export class ChangeMemberHandler implements ICommandHandler<ChangeMember> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, userId, role }: ChangeMember): Promise<MemberView> {
    return this.database.dataSource.transaction(async (manager) => {
      await lockMembers(manager, workspaceId);
      await manager.query(changeRoleSql, [workspaceId, userId, role]);
      const member = await findMember(manager, workspaceId, userId);
      await requireOwner(manager, workspaceId);
      return member;
    });
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { deleteMemberSql, revokeKeysOfMemberSql } from './members.sql.js';
import { findMember, lockMembers, requireOwner } from './stored-member.js';

/**
 * Also revokes the member's keys in this workspace. The user stays, for the audit trail and other
 * workspaces.
 */
export class RemoveMember extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, userId }: RemoveMember): Promise<undefined> {
    await this.database.dataSource.transaction(async (manager) => {
      await lockMembers(manager, workspaceId);
      await findMember(manager, workspaceId, userId);
      await manager.query(deleteMemberSql, [workspaceId, userId]);
      await manager.query(revokeKeysOfMemberSql, [workspaceId, userId]);
      await requireOwner(manager, workspaceId);
    });
  }
}

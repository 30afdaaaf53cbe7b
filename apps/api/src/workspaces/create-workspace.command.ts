import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database, WorkspaceEntity } from '@libs/persistence';
import { DATABASE, MASTER_KEY } from '@libs/platform';
import {
  hashApiKey,
  keyPrefixOf,
  type MasterKeys,
  newApiKey,
  newDataKey,
  wrapKey,
} from '@libs/security';
import { v7 as uuidv7 } from 'uuid';
import { viewOf } from '../api-keys/api-key.schemas.js';
import type { Principal } from '../auth/index.js';
import { ApiError } from '../errors/index.js';
import { insertFirstOwnersSql } from '../members/members.sql.js';
import { Quotas } from '../quotas/index.js';
import type { CreatedWorkspaceView } from './workspace.schemas.js';

/**
 * Creates a workspace in the caller's account with its own key: a key sees one workspace only. Its
 * owner is the calling member; for a workspace key, the owners of the calling workspace. The key
 * may be used from where the calling key may.
 */
export class CreateWorkspace extends Command<CreatedWorkspaceView> {
  constructor(
    readonly principal: Principal,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(CreateWorkspace)
export class CreateWorkspaceHandler implements ICommandHandler<CreateWorkspace> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, name }: CreateWorkspace): Promise<CreatedWorkspaceView> {
    const { accountId } = principal;
    if (principal.expiresAt !== null) {
      const message = `This API key ends at ${principal.expiresAt.toISOString()}, and the first key of a workspace has no end; use a key that does not expire`;
      throw new ApiError(422, 'KEY_EXPIRES', message);
    }
    return this.database.dataSource.transaction(async (manager) => {
      const workspace = await manager.save(
        manager.create(WorkspaceEntity, {
          id: uuidv7(),
          accountId,
          name,
          wrappedKey: wrapKey(this.masterKeys[0], newDataKey()),
        }),
      );
      await manager.query(insertFirstOwnersSql, [
        workspace.id,
        principal.userId,
        principal.workspaceId,
      ]);
      const key = newApiKey();
      const apiKey = await manager.save(
        manager.create(ApiKeyEntity, {
          id: uuidv7(),
          workspaceId: workspace.id,
          accountId,
          userId: principal.userId,
          role: principal.userId === null ? 'owner' : null,
          name: 'first key',
          keyHash: hashApiKey(key),
          keyPrefix: keyPrefixOf(key),
          scopes: [...principal.scopes],
          workflowIds: null,
          allowedAddresses: principal.allowedAddresses && [...principal.allowedAddresses],
          expiresAt: null,
          lastUsedAt: null,
          revokedAt: null,
        }),
      );
      await this.quotas.check(manager, principal, ['workspaces', 'members', 'apiKeys']);
      const { id, createdAt } = workspace;
      return { id, name, createdAt: createdAt.toISOString(), apiKey: viewOf(apiKey, key) };
    });
  }
}

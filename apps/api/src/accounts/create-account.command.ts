import {
  AccountEntity,
  ApiKeyEntity,
  apiKeyScopes,
  type Database,
  WorkspaceEntity,
} from '@libs/persistence';
import { DATABASE, MASTER_KEY } from '@libs/platform';
import {
  hashApiKey,
  keyPrefixOf,
  type MasterKeys,
  newApiKey,
  newDataKey,
  wrapKey,
} from '@libs/security';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { viewOf as keyViewOf } from '../api-keys/api-key.schemas.js';
import { ensureUserSql, insertMemberSql } from '../members/members.sql.js';
import {
  type AccountRow,
  type CreateAccountBody,
  type CreatedAccountView,
  viewOf,
} from './account.schemas.js';
import { findAccountSql } from './accounts.sql.js';

/** An account with its first workspace, its owner, and the owner's key, which is shown once. */
export class CreateAccount extends Command<CreatedAccountView> {
  constructor(readonly body: CreateAccountBody) {
    super();
  }
}

@CommandHandler(CreateAccount)
export class CreateAccountHandler implements ICommandHandler<CreateAccount> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'dataSource'>,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
  ) {}

  execute({ body }: CreateAccount): Promise<CreatedAccountView> {
    const { name, plan, owner, workspaceName = name } = body;
    return this.database.dataSource.transaction(async (manager) => {
      const [accountId, workspaceId] = [uuidv7(), uuidv7()];
      await manager.insert(AccountEntity, { id: accountId, name, plan, limits: {} });
      const workspace = await manager.save(
        manager.create(WorkspaceEntity, {
          id: workspaceId,
          accountId,
          name: workspaceName,
          wrappedKey: wrapKey(this.masterKeys[0], newDataKey()),
        }),
      );
      const user = [uuidv7(), accountId, owner.email, owner.name ?? owner.email] as const;
      const [{ id: userId }] = await manager.query<[{ id: string }]>(ensureUserSql, [...user]);
      await manager.query(insertMemberSql, [workspaceId, userId, 'owner']);
      const apiKey = await ownerKey(manager, { accountId, workspaceId, userId });
      const [row] = await manager.query<[AccountRow]>(findAccountSql, [accountId]);
      const createdAt = workspace.createdAt.toISOString();
      return {
        ...viewOf(row),
        workspace: { id: workspaceId, name: workspaceName, createdAt },
        owner: { userId, email: owner.email, name: user[3] },
        apiKey,
      };
    });
  }
}

interface OwnerOfKey {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly userId: string;
}

async function ownerKey(
  manager: EntityManager,
  owner: OwnerOfKey,
): Promise<CreatedAccountView['apiKey']> {
  const key = newApiKey();
  const stored = await manager.save(
    manager.create(ApiKeyEntity, {
      id: uuidv7(),
      ...owner,
      role: null,
      name: 'first key',
      keyHash: hashApiKey(key),
      keyPrefix: keyPrefixOf(key),
      scopes: [...apiKeyScopes],
      workflowIds: null,
      allowedAddresses: null,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    }),
  );
  return keyViewOf(stored, key);
}

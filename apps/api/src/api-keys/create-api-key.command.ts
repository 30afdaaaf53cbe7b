import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database, type WorkspaceRole } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hashApiKey, keyPrefixOf, newApiKey } from '@libs/security';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { includesRole, type Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { holdMember } from '../members/stored-member.js';
import { Quotas } from '../quotas/index.js';
import { type ApiKeyBody, type ApiKeyView, viewOf } from './api-key.schemas.js';
import { workflowsOfWorkspaceSql } from './api-keys.sql.js';
import { limitsOfNewKey } from './new-key-limits.js';

/**
 * A key for the same workspace, owned by a member or by the workspace. In no respect can it do more
 * than the calling key: scopes, role, time, workflows, addresses.
 */
export class CreateApiKey extends Command<ApiKeyView> {
  constructor(
    readonly principal: Principal,
    readonly body: ApiKeyBody,
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, body }: CreateApiKey): Promise<ApiKeyView> {
    const { workspaceId, accountId } = principal;
    const scopes = scopesOf(principal, body);
    const userId = body.userId === undefined ? principal.userId : body.userId;
    const role = roleOf(principal, userId, body.role);
    const limits = limitsOfNewKey(principal, body);
    const key = newApiKey();
    const row = await this.database.dataSource.transaction(async (manager) => {
      if (userId !== null) await holdMember(manager, workspaceId, userId);
      if (body.workflowIds != null) await requireWorkflows(manager, body.workflowIds, workspaceId);
      const saved = await manager.save(
        manager.create(ApiKeyEntity, {
          ...{ id: uuidv7(), workspaceId, accountId, userId, role, scopes, ...limits },
          name: body.name,
          keyHash: hashApiKey(key),
          keyPrefix: keyPrefixOf(key),
          lastUsedAt: null,
          revokedAt: null,
        }),
      );
      await this.quotas.check(manager, principal, ['apiKeys']);
      return saved;
    });
    return viewOf(row, key);
  }
}

function scopesOf(principal: Principal, { scopes }: ApiKeyBody): ApiKeyEntity['scopes'] {
  const wanted = scopes ?? [...principal.scopes];
  const missing = wanted.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return wanted;
  const message = `A key can only grant scopes that it has; it lacks ${missing.join(', ')}`;
  throw new ApiError(403, 'MISSING_SCOPE', message);
}

function roleOf(
  principal: Principal,
  userId: string | null,
  wanted: WorkspaceRole | undefined,
): WorkspaceRole | null {
  if (userId === null) {
    const role = wanted ?? principal.role;
    if (includesRole(principal.role, role)) return role;
    throw new ApiError(
      403,
      'MISSING_ROLE',
      `A key can only grant its own role or a lower one, not ${role}`,
    );
  }
  if (wanted === undefined) return null;
  const message = "A member's key has the member's role; give a role to keys of the workspace only";
  throw new ApiError(422, 'INVALID_REQUEST', message, [{ field: 'role', message }]);
}

/** @throws ApiError 422 that names those which the workspace does not have */
async function requireWorkflows(
  manager: EntityManager,
  ids: readonly string[],
  workspaceId: string,
): Promise<void> {
  const rows = await manager.query<{ id: string }[]>(workflowsOfWorkspaceSql, [ids, workspaceId]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const message = `The workspace has no workflow ${unknown.join(', ')}`;
  throw new ApiError(422, 'INVALID_REQUEST', message, [{ field: 'workflowIds', message }]);
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database, type WorkspaceRole } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hashApiKey, keyPrefixOf, newApiKey } from '@libs/security';
import { v7 as uuidv7 } from 'uuid';
import { includesRole, type Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { holdMember } from '../members/stored-member.js';
import { type ApiKeyBody, type ApiKeyView, viewOf } from './api-key.schemas.js';

/**
 * A key for the same workspace, owned by a member or by the workspace. It never has more scopes or
 * a higher role than the calling key.
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
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, body }: CreateApiKey): Promise<ApiKeyView> {
    const scopes = body.scopes ?? [...principal.scopes];
    const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
    if (missing.length > 0) {
      throw new ApiError(
        403,
        'MISSING_SCOPE',
        `A key can only grant scopes that it has; it lacks ${missing.join(', ')}`,
      );
    }
    const userId = body.userId === undefined ? principal.userId : body.userId;
    const role = roleOf(principal, userId, body.role);
    const key = newApiKey();
    const row = await this.database.dataSource.transaction(async (manager) => {
      if (userId !== null) await holdMember(manager, principal.workspaceId, userId);
      return manager.save(
        manager.create(ApiKeyEntity, {
          id: uuidv7(),
          workspaceId: principal.workspaceId,
          accountId: principal.accountId,
          userId,
          role,
          name: body.name,
          keyHash: hashApiKey(key),
          keyPrefix: keyPrefixOf(key),
          scopes,
          expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
          lastUsedAt: null,
          revokedAt: null,
        }),
      );
    });
    return viewOf(row, key);
  }
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

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hashApiKey, keyPrefixOf, newApiKey } from '@libs/security';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { type ApiKeyBody, type ApiKeyView, viewOf } from './api-key.dto.js';

/** A key for the same workspace; it can never do more than the key that asks for it. */
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
        `A key can not give scopes that it lacks: ${missing.join(', ')}`,
      );
    }
    const key = newApiKey();
    const { manager } = this.database.dataSource;
    const row = await manager.save(
      manager.create(ApiKeyEntity, {
        id: uuidv7(),
        workspaceId: principal.workspaceId,
        accountId: principal.accountId,
        name: body.name,
        keyHash: hashApiKey(key),
        keyPrefix: keyPrefixOf(key),
        scopes,
        expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
        lastUsedAt: null,
        revokedAt: null,
      }),
    );
    return viewOf(row, key);
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { type EntityManager, IsNull } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { type ApiKeyView, viewOf } from './api-key.schemas.js';

export class GetApiKey extends Query<ApiKeyView> {
  constructor(
    readonly principal: Principal,
    readonly keyId: string,
  ) {
    super();
  }
}

/** @throws ApiError 404 when the key is revoked, unknown or belongs to another workspace */
export async function findApiKey(
  manager: EntityManager,
  id: string,
  principal: Principal,
): Promise<ApiKeyEntity> {
  const key = await manager.findOneBy(ApiKeyEntity, {
    id,
    workspaceId: principal.workspaceId,
    revokedAt: IsNull(),
  });
  if (key === null) throw notFound('API key');
  return key;
}

@QueryHandler(GetApiKey)
export class GetApiKeyHandler implements IQueryHandler<GetApiKey> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, keyId }: GetApiKey): Promise<ApiKeyView> {
    return viewOf(await findApiKey(this.database.dataSource.manager, keyId, principal));
  }
}

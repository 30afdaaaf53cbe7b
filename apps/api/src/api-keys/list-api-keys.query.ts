import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApiKeyEntity, type Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { type Page, pageOf, type PageRequest } from '../http/page.js';
import { type ApiKeyView, viewOf } from './api-key.schemas.js';

/** The workspace's keys without the revoked ones. */
export class ListApiKeys extends Query<Page<ApiKeyView>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

/** Index: api_key_of_workspace. */
@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ principal: { workspaceId }, parameters }: ListApiKeys): Promise<Page<ApiKeyView>> {
    const query = this.database.dataSource
      .getRepository(ApiKeyEntity)
      .createQueryBuilder('api_key')
      .where('api_key.workspaceId = :workspaceId and api_key.revokedAt is null', { workspaceId });
    return pageOf(query, `api-keys:${workspaceId}`, parameters, (key) => viewOf(key));
  }
}

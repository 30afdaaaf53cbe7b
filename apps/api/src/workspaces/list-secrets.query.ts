import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { type SecretRow, type SecretView, viewOf } from './secret.schemas.js';
import { listSecretsSql } from './workspace.sql.js';

export class ListSecrets extends Query<SecretView[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListSecrets)
export class ListSecretsHandler implements IQueryHandler<ListSecrets> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId }: ListSecrets): Promise<SecretView[]> {
    const { rows } = await this.database.pool.query<SecretRow>(listSecretsSql, [workspaceId]);
    return rows.map(viewOf);
  }
}

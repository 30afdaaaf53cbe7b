import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { type SecretRow, type SecretView, viewOf } from './secret.schemas.js';
import { getSecretSql } from './workspace.sql.js';

export class GetSecret extends Query<SecretView> {
  constructor(
    readonly workspaceId: string,
    readonly name: string,
  ) {
    super();
  }
}

@QueryHandler(GetSecret)
export class GetSecretHandler implements IQueryHandler<GetSecret> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, name }: GetSecret): Promise<SecretView> {
    const { rows } = await this.database.pool.query<SecretRow>(getSecretSql, [workspaceId, name]);
    if (rows[0] === undefined) throw notFound('secret');
    return viewOf(rows[0]);
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { type TokenRow, type TokenView, tokenViewOf } from './trigger-url.schemas.js';
import { listTokensSql } from './trigger-tokens.sql.js';

/** The current token, then former ones that still work. There are few. */
export class ListTriggerTokens extends Query<TokenView[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListTriggerTokens)
export class ListTriggerTokensHandler implements IQueryHandler<ListTriggerTokens> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId }: ListTriggerTokens): Promise<TokenView[]> {
    const { rows } = await this.database.pool.query<TokenRow>(listTokensSql, [workspaceId]);
    return rows.map(tokenViewOf);
  }
}

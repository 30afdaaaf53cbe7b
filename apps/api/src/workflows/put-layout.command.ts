import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import type { Layout } from './layout.schemas.js';
import { putLayoutSql } from './layout.sql.js';

/** Replaces the layout of the draft. The last writer wins: nothing depends on it. */
export class PutLayout extends Command<Layout> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly layout: Layout,
  ) {
    super();
  }
}

@CommandHandler(PutLayout)
export class PutLayoutHandler implements ICommandHandler<PutLayout> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId, layout }: PutLayout): Promise<Layout> {
    const values = [workflowId, principal.workspaceId, JSON.stringify(layout)];
    const { rowCount } = await this.database.pool.query(putLayoutSql, values);
    if (rowCount === 0) throw notFound('workflow');
    return layout;
  }
}

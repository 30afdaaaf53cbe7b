import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { type SavedView, savedViewOf, type ViewBody, type ViewRow } from './view.schemas.js';
import { countViewsSql, insertViewSql, lockViewsSql } from './views.sql.js';

/** Saves a view for all of the workspace. */
export class CreateView extends Command<SavedView> {
  constructor(
    readonly principal: Principal,
    readonly body: ViewBody,
  ) {
    super();
  }
}

const maxViews = 200;

@CommandHandler(CreateView)
export class CreateViewHandler implements ICommandHandler<CreateView> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ principal: { workspaceId, userId }, body }: CreateView): Promise<SavedView> {
    return inTransaction(this.database.pool, async (client) => {
      if ((await client.query(lockViewsSql, [workspaceId])).rowCount === 0)
        throw notFound('workspace');
      const counted = await client.query<{ count: number }>(countViewsSql, [workspaceId, maxViews]);
      if ((counted.rows[0]?.count ?? 0) >= maxViews) throw tooMany();
      const values = [uuidv7(), workspaceId, body.name, body.page, body.query, userId];
      const [row] = (await client.query<ViewRow>(insertViewSql, values)).rows;
      if (row === undefined) throw new Error('an insert returned no row');
      return savedViewOf(row);
    });
  }
}

const tooMany = (): ApiError =>
  new ApiError(
    403,
    'QUOTA_EXCEEDED',
    `A workspace has at most ${maxViews} saved views. Delete one`,
    [{ quota: 'savedViews', limit: maxViews }],
  );

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { type SavedView, savedViewOf, type ViewBody, type ViewRow } from './view.schemas.js';
import { replaceViewSql } from './views.sql.js';

export class ReplaceView extends Command<SavedView> {
  constructor(
    readonly workspaceId: string,
    readonly viewId: string,
    readonly body: ViewBody,
  ) {
    super();
  }
}

@CommandHandler(ReplaceView)
export class ReplaceViewHandler implements ICommandHandler<ReplaceView> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, viewId, body }: ReplaceView): Promise<SavedView> {
    const values = [viewId, workspaceId, body.name, body.page, body.query];
    const [row] = (await this.database.pool.query<ViewRow>(replaceViewSql, values)).rows;
    if (row === undefined) throw notFound('view');
    return savedViewOf(row);
  }
}

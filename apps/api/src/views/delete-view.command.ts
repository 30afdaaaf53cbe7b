import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { deleteViewSql } from './views.sql.js';

export class DeleteView extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly viewId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteView)
export class DeleteViewHandler implements ICommandHandler<DeleteView> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, viewId }: DeleteView): Promise<undefined> {
    const { rowCount } = await this.database.pool.query(deleteViewSql, [viewId, workspaceId]);
    if (rowCount === 0) throw notFound('view');
  }
}

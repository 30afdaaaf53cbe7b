import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { keyOfRow, type Page, pageOfSql } from '../http/page.js';
import { type SavedView, savedViewOf, type ViewsParameters } from './view.schemas.js';
import { viewPageSql } from './views.sql.js';

export class ListViews extends Query<Page<SavedView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: ViewsParameters,
  ) {
    super();
  }
}

@QueryHandler(ListViews)
export class ListViewsHandler implements IQueryHandler<ListViews> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, parameters }: ListViews): Promise<Page<SavedView>> {
    const { pool } = this.database;
    const { page = null } = parameters;
    const list = { pool, sql: viewPageSql, values: [workspaceId, page], keyOf: keyOfRow };
    return pageOfSql(list, `views:${workspaceId}:${page ?? ''}`, parameters, savedViewOf);
  }
}

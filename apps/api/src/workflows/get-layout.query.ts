import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { emptyLayout, type LayoutView } from './layout.schemas.js';
import { getLayoutSql } from './layout.sql.js';

/** The layout of the draft; an empty one if none was saved. */
export class GetLayout extends Query<LayoutView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(GetLayout)
export class GetLayoutHandler implements IQueryHandler<GetLayout> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId }: GetLayout): Promise<LayoutView> {
    const values = [workflowId, principal.workspaceId, 0];
    const { rows } = await this.database.pool.query<{ layout: LayoutView | null }>(
      getLayoutSql,
      values,
    );
    const [row] = rows;
    if (row === undefined) throw notFound('workflow');
    return row.layout ?? emptyLayout;
  }
}

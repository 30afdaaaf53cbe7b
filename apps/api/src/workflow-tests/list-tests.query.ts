import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { type TestRow, testViewOf } from './stored-tests.js';
import type { TestView } from './workflow-test.schemas.js';
import { listTestsSql } from './workflow-test.sql.js';

/** The tests of a workflow, in their order. */
export class ListTests extends Query<readonly TestView[]> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

type Row = TestRow | { readonly id: null };

@QueryHandler(ListTests)
export class ListTestsHandler implements IQueryHandler<ListTests> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId }: ListTests): Promise<readonly TestView[]> {
    const values = [workflowId, principal.workspaceId];
    const { rows } = await this.database.pool.query<Row>(listTestsSql, values);
    if (rows.length === 0) throw notFound('workflow');
    return rows.filter((row) => row.id !== null).map(testViewOf);
  }
}

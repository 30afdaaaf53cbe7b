import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { keyOfRow, type Page, pageOfSql, type PageRequest } from '../http/page.js';
import { type BatchRow, type BatchView, batchViewOf } from './batch.schemas.js';
import { batchesPageSql } from './batch.sql.js';

export class ListBatches extends Query<Page<BatchView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListBatches)
export class ListBatchesHandler implements IQueryHandler<ListBatches> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, parameters }: ListBatches): Promise<Page<BatchView>> {
    const { pool } = this.database;
    const list = { pool, sql: batchesPageSql, values: [workspaceId], keyOf: keyOfRow };
    return pageOfSql<BatchRow, BatchView>(list, `batches:${workspaceId}`, parameters, batchViewOf);
  }
}

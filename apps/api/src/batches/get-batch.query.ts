import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/index.js';
import { type BatchRow, type BatchView, batchViewOf } from './batch.schemas.js';
import { batchSql } from './batch.sql.js';

export class GetBatch extends Query<BatchView> {
  constructor(
    readonly workspaceId: string,
    readonly batchId: string,
  ) {
    super();
  }
}

/** @param sql returns the batch $1 of workspace $2 */
export async function batchBy(
  sql: string,
  { workspaceId, batchId }: Pick<GetBatch, 'workspaceId' | 'batchId'>,
  { pool }: Database,
): Promise<BatchView> {
  const { rows } = await pool.query<BatchRow>(sql, [batchId, workspaceId]);
  const [row] = rows;
  if (row === undefined) throw notFound('batch');
  return batchViewOf(row);
}

@QueryHandler(GetBatch)
export class GetBatchHandler implements IQueryHandler<GetBatch> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute(query: GetBatch): Promise<BatchView> {
    return batchBy(batchSql, query, this.database);
  }
}

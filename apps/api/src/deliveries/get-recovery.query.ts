import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { type RecoveryRow, recoveryViewOf } from './recoveries.js';
import type { RecoveryView } from './recovery.schemas.js';
import { recoverySql } from './recovery.sql.js';

export class GetRecovery extends Query<RecoveryView> {
  constructor(
    readonly workspaceId: string,
    readonly recoveryId: string,
  ) {
    super();
  }
}

/** @param sql returns the recovery $1 of workspace $2 */
export async function recoveryBy(
  sql: string,
  { workspaceId, recoveryId }: Pick<GetRecovery, 'workspaceId' | 'recoveryId'>,
  { pool }: Database,
): Promise<RecoveryView> {
  const { rows } = await pool.query<RecoveryRow>(sql, [recoveryId, workspaceId]);
  const [row] = rows;
  if (row === undefined) throw notFound('recovery');
  return recoveryViewOf(row);
}

@QueryHandler(GetRecovery)
export class GetRecoveryHandler implements IQueryHandler<GetRecovery> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute(query: GetRecovery): Promise<RecoveryView> {
    return recoveryBy(recoverySql, query, this.database);
  }
}

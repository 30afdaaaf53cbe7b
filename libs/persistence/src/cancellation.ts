/** Records durably that no descendant of an execution may start any more. */
import type { Pool } from 'pg';
import { recordCancellationSql } from './workflow.sql.js';

/** Idempotent. */
export async function recordCancellation(
  pool: Pick<Pool, 'query'>,
  executionId: string,
  workspaceId: string,
): Promise<void> {
  await pool.query(recordCancellationSql, [executionId, workspaceId]);
}

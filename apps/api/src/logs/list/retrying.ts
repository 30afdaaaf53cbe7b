/** Sets the status `retrying`; only unended rows are queried. */
import type { Database } from '@libs/persistence';
import type { LogFilters } from '../query/log-parameters.js';
import type { LogRow } from './log-view.js';
import { retryingSql } from '../query/log.sql.js';

/** @param asked status filter of the list; it wins over a later query, which might disagree */
export async function withRetrying<R extends LogRow>(
  pool: Pick<Database['pool'], 'query'>,
  rows: readonly R[],
  asked?: LogFilters['status'],
): Promise<readonly R[]> {
  const unended = rows.filter((row) => row.ended_at === null);
  if (unended.length === 0) return rows;
  if (asked !== undefined) return rows.map((row) => ({ ...row, status: asked }));
  const found = await pool.query<{ execution_id: string }>({
    name: 'retrying',
    text: retryingSql,
    values: [unended.map((row) => row.execution_id)],
  });
  const retrying = new Set(found.rows.map((row) => row.execution_id));
  return rows.map((row) => (retrying.has(row.execution_id) ? { ...row, status: 'retrying' } : row));
}

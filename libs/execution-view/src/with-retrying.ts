import type { Database } from '@libs/persistence';
import { retryingSql } from './retrying.sql.js';

interface StatusRow {
  readonly execution_id: string;
  readonly status: string;
  readonly ended_at: Date | null;
}

/**
 * Sets the status `retrying`, which no row has stored. Only unended rows are queried.
 * @param asked status filter of a list; it wins over a later query, which might disagree
 */
export async function withRetrying<R extends StatusRow>(
  pool: Pick<Database['pool'], 'query'>,
  rows: readonly R[],
  asked?: string,
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

import type { Database } from '@libs/persistence';
import { notFound } from '../errors/api-error.js';
import type { AccountRow } from './account.schemas.js';

/**
 * The row that a statement on one account returns.
 * @throws ApiError 404 when there is no such account
 */
export async function accountRow(
  pool: Database['pool'],
  sql: string,
  values: readonly unknown[],
): Promise<AccountRow> {
  const { rows } = await pool.query<AccountRow>(sql, [...values]);
  if (rows[0] === undefined) throw notFound('account');
  return rows[0];
}

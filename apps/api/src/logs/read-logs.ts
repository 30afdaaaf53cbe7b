/** One page of rows of a list, and where the next one begins. */
import type { Database } from '@libs/persistence';
import type { LogKey } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';
import type { FullLogRow } from './log-view.js';
import { maxWalkedRows, type WalkedRow } from './log-walk.js';
import { listLogsQuery } from './log.sql.js';

export interface LogRows {
  /** May be fewer than the limit, or none, before the end. */
  readonly rows: readonly FullLogRow[];
  /** Null at the end. */
  readonly next: Pick<LogKey, 'startedAt' | 'id'> | null;
}

/** @param walkedRows how many rows a statement looks at where it has to walk */
export async function readLogs(
  pool: Pick<Database['pool'], 'query'>,
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogKey | null,
  search: LogSearch | null,
  walkedRows = maxWalkedRows,
): Promise<LogRows> {
  const { values, ...statement } = listLogsQuery(parameters, after, search, walkedRows);
  const read = await pool.query<FullLogRow & WalkedRow>({ ...statement, values: [...values] });
  const matching = read.rows.filter((row) => row.is_match ?? true);
  const rows = matching.slice(0, parameters.limit);
  const end = read.rows.at(-1);
  const last = matching.length > rows.length ? rows.at(-1) : end?.is_walk_end ? end : undefined;
  return { rows, next: last === undefined ? null : { startedAt: last.started_at, id: last.id } };
}

/** One page of rows of a list, and where the next one begins. */
import type { Database } from '@libs/persistence';
import { LogConditions } from './log-conditions.js';
import type { LogKey } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';
import type { FullLogRow } from './log-view.js';
import { fewRows, type LogWalk, maxWalkedRows, type WalkedRow, walkOf } from './log-walk.js';
import { countLogsQuery, listLogsQuery } from './log.sql.js';

type Pool = Pick<Database['pool'], 'query'>;

export interface LogRows {
  /** May be fewer than the limit, or none, before the end. */
  readonly rows: readonly FullLogRow[];
  /** Null at the end. */
  readonly next: Pick<LogKey, 'startedAt' | 'id'> | null;
}

export interface WalkBounds {
  /** So many rows a statement looks at where it has to walk. */
  readonly walkedRows?: number;
  /** So many rows are chosen by an index and sorted rather than walked for. */
  readonly chosenRows?: number;
}

export async function readLogs(
  pool: Pool,
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogKey | null,
  search: LogSearch | null,
  { walkedRows = maxWalkedRows, chosenRows = fewRows }: WalkBounds = {},
): Promise<LogRows> {
  const walk = await walkOfMany(pool, walkOf(parameters), chosenRows);
  const { values, ...statement } = listLogsQuery(parameters, after, search, walk, walkedRows);
  const read = await pool.query<FullLogRow & WalkedRow>({ ...statement, values: [...values] });
  const matching = read.rows.filter((row) => row.is_match ?? true);
  const rows = matching.slice(0, parameters.limit);
  const end = read.rows.at(-1);
  const last = matching.length > rows.length ? rows.at(-1) : end?.is_walk_end ? end : undefined;
  return { rows, next: last === undefined ? null : { startedAt: last.started_at, id: last.id } };
}

/** None where an index leaves few rows. */
async function walkOfMany(
  pool: Pool,
  walk: LogWalk | null,
  chosenRows: number,
): Promise<LogWalk | null> {
  for (const chooser of walk?.choosers ?? []) {
    const { text, values } = countLogsQuery(new LogConditions(chooser, null), chosenRows + 1);
    const { rows } = await pool.query<{ count: number }>(text, [...values]);
    if ((rows[0]?.count ?? 0) <= chosenRows) return null;
  }
  return walk;
}

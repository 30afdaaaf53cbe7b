/** One page of rows of a list, and where the next one begins. */
import type { Database } from '@libs/persistence';
import { LogConditions } from './log-conditions.js';
import type { LogKey } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';
import type { FullLogRow } from './log-view.js';
import {
  fewRows,
  fillForMs,
  firstWalkedRows,
  type LogWalk,
  maxWalkedRows,
  quickMs,
  type WalkedRow,
  walkForMs,
  walkGrowth,
  walkOf,
} from './log-walk.js';
import { countLogsQuery, listLogsQuery } from './log.sql.js';

type Pool = Pick<Database['pool'], 'query'>;

type LogPlace = Pick<LogKey, 'startedAt' | 'id'>;

export interface LogRows {
  /** May be fewer than the limit, or none, before the end. */
  readonly rows: readonly FullLogRow[];
  /** Null at the end. */
  readonly next: LogPlace | null;
}

export interface WalkBounds {
  /** So many rows a statement looks at where it has to walk. */
  readonly walkedRows?: number | undefined;
  /** So many rows are chosen by an index and sorted rather than walked for. */
  readonly chosenRows?: number | undefined;
  /** So long a page that has something is filled. */
  readonly fillMs?: number;
}

/** A full page, or what a bounded time of looking has found. */
export async function readPage(
  pool: Pool,
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogPlace | null,
  search: LogSearch | null,
  { walkedRows: firstRows = firstWalkedRows, chosenRows, fillMs = fillForMs }: WalkBounds = {},
): Promise<LogRows> {
  const rows: FullLogRow[] = [];
  const startedAt = performance.now();
  for (let [from, walkedRows] = [after, firstRows]; ;) {
    const stepAt = performance.now();
    const limit = parameters.limit - rows.length;
    const bounds = { walkedRows, chosenRows };
    const step = await readLogs(pool, { ...parameters, limit }, from, search, bounds);
    rows.push(...step.rows);
    const [now, { next }] = [performance.now(), step];
    const enoughMs = rows.length === 0 ? walkForMs : fillMs;
    if (next === null || rows.length >= parameters.limit || now - startedAt >= enoughMs)
      return { rows, next };
    from = next;
    if (now - stepAt < quickMs) walkedRows = Math.min(maxWalkedRows, walkedRows * walkGrowth);
  }
}

export async function readLogs(
  pool: Pool,
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogPlace | null,
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

/** Reads one page of a list and the position of the next page. */
import type { Database } from '@libs/persistence';
import { LogConditions } from '../query/log-conditions.js';
import type { LogFilters, LogParameters } from '../query/log-parameters.js';
import type { LogSearch } from '../query/log-search.js';
import type { FullLogRow } from './log-view.js';
import {
  fewRows,
  fillForMs,
  firstWalkedRows,
  isByTimeAlone,
  type LogRoute,
  maxWalkedRows,
  maxWalkedRowsOfModel,
  quickMs,
  type WalkedRow,
  walkForMs,
  walkGrowth,
  walkOf,
} from '../query/log-walk.js';
import { countLogsQuery, listLogsQuery, type LogPosition } from '../query/log.sql.js';
import { workflowsOfFoldersSql } from '../query/log-conditions.sql.js';
import { maxModelSets, modelSetsSql } from '../query/model-sets.sql.js';

type Pool = Pick<Database['pool'], 'query'>;

export interface LogRows {
  /** May be fewer than the limit, or none, before the end. */
  readonly rows: readonly FullLogRow[];
  /** Null at the end. */
  readonly next: LogPosition | null;
}

export interface PageBounds {
  /** Row limit of the first statement of a walk. */
  readonly walkedRows?: number;
  /** How long a partly filled page is filled, in milliseconds. */
  readonly fillMs?: number;
}

type ListFilters = Omit<LogParameters, 'cursor'>;

/**
 * Chooses how to find the logs of a query, for every page read in this call.
 * @param chosenRows up to this many rows count as few
 */
export async function chooseRoute(
  pool: Pool,
  filters: LogFilters,
  search: LogSearch | null,
  chosenRows = fewRows,
): Promise<LogRoute> {
  const direct: LogRoute = { walk: null, modelSets: null };
  const { workspaceId, model, workflowIds } = filters;
  if (search !== null && search.executionIds !== null) return direct;
  // The logs of one workflow are also in index order.
  const alongModel =
    model === undefined || workflowIds?.length === 1
      ? null
      : walkOf({ ...filters, search: undefined }, true);
  const modelSets =
    model === undefined || alongModel === null
      ? null
      : await readModelSets(pool, workspaceId, model);
  const isAlone = isByTimeAlone({ ...filters, model: undefined });
  if (modelSets !== null && (isAlone || modelSets.length === 0)) return { walk: null, modelSets };
  const walk = modelSets === null ? walkOf(filters) : alongModel;
  if (walk === null) return direct;
  for (const chooser of walk.choosers) {
    const { text, values } = countLogsQuery(new LogConditions(chooser, null), chosenRows + 1);
    const { rows } = await pool.query<{ count: number }>(text, [...values]);
    if ((rows[0]?.count ?? 0) <= chosenRows) return direct;
  }
  return { walk, modelSets };
}

const mostWalkedRows = ({ modelSets }: LogRoute): number =>
  modelSets === null ? maxWalkedRows : maxWalkedRowsOfModel;

/** A full page, or the rows found within a bounded time. */
export async function readPage(
  pool: Pool,
  parameters: ListFilters,
  after: LogPosition | null,
  search: LogSearch | null,
  route: LogRoute,
  { walkedRows: firstRows = firstWalkedRows, fillMs = fillForMs }: PageBounds = {},
): Promise<LogRows> {
  const rows: FullLogRow[] = [];
  const startedAt = performance.now();
  for (let [from, walkedRows] = [after, firstRows]; ;) {
    const stepAt = performance.now();
    const limit = parameters.limit - rows.length;
    const step = await readLogs(pool, { ...parameters, limit }, from, search, route, walkedRows);
    rows.push(...step.rows);
    const [now, { next }] = [performance.now(), step];
    const enoughMs = rows.length === 0 ? walkForMs : fillMs;
    if (next === null || rows.length >= parameters.limit || now - startedAt >= enoughMs)
      return { rows, next };
    from = next;
    if (now - stepAt < quickMs)
      walkedRows = Math.min(mostWalkedRows(route), walkedRows * walkGrowth);
  }
}

export async function readLogs(
  pool: Pool,
  parameters: ListFilters,
  after: LogPosition | null,
  search: LogSearch | null,
  route: LogRoute,
  walkedRows = mostWalkedRows(route),
): Promise<LogRows> {
  const { values, ...statement } = listLogsQuery(parameters, after, search, route, walkedRows);
  const read = await pool.query<FullLogRow & WalkedRow>({ ...statement, values: [...values] });
  const matching = read.rows.filter((row) => row.is_match ?? true);
  const rows = matching.slice(0, parameters.limit);
  const end = read.rows.at(-1);
  const last = matching.length > rows.length ? rows.at(-1) : end?.is_walk_end ? end : undefined;
  return { rows, next: placeOf(last) };
}

/** The position just after a row. */
export const placeOf = (
  row: Pick<FullLogRow, 'started_at' | 'id'> | undefined,
): LogPosition | null => (row === undefined ? null : { startedAt: row.started_at, id: row.id });

/**
 * Replaces folders by the ids of their workflows. Postgres must see the ids: a busy and a quiet
 * workflow need different plans, and a subquery would give both the same estimate.
 */
export async function withWorkflowsOfFolders<F extends LogFilters>(
  pool: Pool,
  filters: F,
): Promise<F> {
  const { workspaceId, folderIds, workflowIds } = filters;
  if (folderIds === undefined) return filters;
  const { rows } = await pool.query<{ id: string }>({
    name: 'workflows-of-folders',
    text: workflowsOfFoldersSql,
    values: [workspaceId, folderIds],
  });
  const asked = workflowIds && new Set(workflowIds.map((id) => id.toLowerCase()));
  const ids = rows.map(({ id }) => id).filter((id) => asked === undefined || asked.has(id));
  return { ...filters, folderIds: undefined, workflowIds: ids };
}

/** Most sets searched for one model: Postgres plans a scan of each, in every partition. */
export const maxMergedSets = 16;

/** @returns hashes of the sets with the model; null when there are too many */
export async function readModelSets(
  pool: Pool,
  workspaceId: string,
  model: string,
): Promise<readonly string[] | null> {
  const { rows } = await pool.query<{ hash: string; is_asked: boolean }>({
    name: 'model-sets',
    text: modelSetsSql,
    values: [workspaceId, model],
  });
  const asked = rows.filter((row) => row.is_asked).map((row) => row.hash);
  return rows.length > maxModelSets || asked.length > maxMergedSets ? null : asked;
}

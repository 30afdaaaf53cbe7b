/**
 * Filters without an index of their own are looked for on a walk through the logs of a workspace, a workflow or a model. How far the next match
 * is nobody knows: so a statement walks over a bounded number of rows, gives what it came across and where it stopped, and the next
 * one goes on from there.
 */
import type { LogFilters } from './log-parameters.js';

/** Of one statement of a list. */
export const maxWalkedRows = 100_000;
/** Of one along a model's logs, which lie apart: each may come from the disk by itself. */
export const maxWalkedRowsOfModel = 20_000;
/** Of the first one: 5 ms, or most of a second when all of them must come from a slow disk. */
export const firstWalkedRows = 5_000;
/** The next one walks so many times as far when this one was quicker than `quickMs`. */
export const walkGrowth = 4;
export const quickMs = 100;
/** Of one of a tail, which looks into every partition first, and finds its rows close together. */
export const maxTailedRows = 100_000;
/** Each is looked up in what a search looks into. */
export const maxSearchedRows = 10_000;
/** An answer has found nothing after this long at the earliest: then it says how far it came. */
export const walkForMs = 1_000;
/** And one that has found something, but no full page. */
export const fillForMs = 100;

/**
 * A limit for rows that come in the order of an index. Where Postgres expects fewer than the limit it would read and sort them all, millions or
 * not: it is often wrong, and has no statistics at all of an expression in a partial index (model-sets.ts). A limit that it
 * can't see it takes for a tenth of what there is, and nothing but the order of the index is quick enough then.
 */
export const inIndexOrder = (limit: number): string => `(select ${limit})`;

/** Of the last row of a walk that was not at the end, too. */
export interface WalkedRow {
  readonly is_match?: boolean;
  readonly is_walk_end?: boolean;
}

/**
 * What matches of the first rows of `source`; the last of them comes along, matching or not: the next walk begins behind it. Rows are
 * numbered as they are read.
 * @param source from what and where, of `execution_log l`, without an order
 * @param order of the walk and of what it gives: `order by ...`
 */
export const walked = (source: string, order: string, matches: string, walkedRows: number) => `
  select l.*, (${matches}) is true as is_match, l.step = ${walkedRows} as is_walk_end
  from (
    select l.*, row_number() over (${order}) as step from ${source}
    ${order}
    limit ${inIndexOrder(walkedRows)}) l
  where (${matches}) or l.step = ${walkedRows}
  ${order}`;

export interface LogWalk {
  /** What an index gives in order. */
  readonly along: Partial<LogFilters>;
  /** What each row on the way is asked. */
  readonly passed: Partial<LogFilters>;
  /** Each has an index of its own: where one leaves few rows, they are sorted, and nobody walks. */
  readonly choosers: readonly Partial<LogFilters>[];
}

/**
 * How the logs of a list are come across. Neither: an index leaves few rows, or gives them in order. Both: the walk goes along the logs of
 * a model.
 */
export interface LogRoute {
  readonly walk: LogWalk | null;
  /** Those of a model, by the sets of models that it is in (model-sets.ts). */
  readonly modelSets: readonly string[] | null;
}

/** So many rows are few: quicker looked up and sorted than walked for. */
export const fewRows = 10_000;

/** They choose few rows, or are bounded by a window (search). */
const choosing = ['folderIds', 'executionId', 'search'] satisfies (keyof LogFilters)[];
const ended = new Set(['success', 'error', 'cancelled']);

const isGiven = (filters: Partial<LogFilters>): boolean =>
  Object.values(filters).some((value) => value !== undefined);

const besideTime = [
  ...(['workflowIds', 'folderIds', 'triggers', 'level', 'status', 'executionId', 'model'] as const),
  ...(['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost', 'search'] as const),
] satisfies (keyof LogFilters)[];

/** No other filter: their order gives the page, whatever the values. */
export const isByTimeAlone = (filters: LogFilters): boolean =>
  besideTime.every((filter) => filters[filter] === undefined);

/**
 * Null where every filter has an index: Postgres weighs it against a walk. With filters that go together by no index it would walk
 * without a bound whenever it expects many and there are few.
 * @param alongModel the walk can go along the logs of the model
 */
export function walkOf(filters: LogFilters, alongModel = false): LogWalk | null {
  const { workspaceId, workflowIds, endDate, triggers, level, status, model } = filters;
  const { minDurationMs, maxDurationMs, minCost, maxCost } = filters;
  if (choosing.some((filter) => filters[filter] !== undefined)) return null;
  if (status !== undefined && !ended.has(status)) return null;
  const [one, several] =
    workflowIds?.length === 1 ? [workflowIds, undefined] : [undefined, workflowIds];
  const errorsOfWorkflow = one !== undefined && level === 'error';
  const choosers = [
    { minDurationMs, maxDurationMs },
    { minCost, maxCost },
    { workflowIds: several },
    { model: alongModel ? undefined : model },
  ].filter(isGiven);
  const unindexed = {
    triggers,
    status,
    level: errorsOfWorkflow ? undefined : level,
    model: alongModel ? model : undefined,
  };
  const onlyOne = choosers.length === 1 && one === undefined;
  if (!isGiven(unindexed) && (choosers.length === 0 || onlyOne)) return null;
  return {
    along: { workspaceId, workflowIds: one, endDate, level: errorsOfWorkflow ? level : undefined },
    passed: Object.assign({}, unindexed, ...choosers) as Partial<LogFilters>,
    choosers: choosers.map((chooser) => ({ workspaceId, ...chooser })),
  };
}

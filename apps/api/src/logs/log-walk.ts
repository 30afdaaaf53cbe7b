/**
 * Filters without an index of their own are looked for on a walk through the logs of a workspace or a workflow. How far the next match
 * is nobody knows: so a statement walks over a bounded number of rows, gives what it came across and where it stopped, and the next
 * one goes on from there.
 */
import type { LogFilters } from './log-parameters.js';

/** Of one statement: some 0.1 s. */
export const maxWalkedRows = 100_000;
/** Each is looked up in what a search looks into. */
export const maxSearchedRows = 10_000;
/** An answer has found nothing after this long at the earliest: then it says how far it came. */
export const walkForMs = 1_000;

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
    limit ${walkedRows}) l
  where (${matches}) or l.step = ${walkedRows}
  ${order}`;

interface LogWalk {
  /** What an index gives in order. */
  readonly along: Partial<LogFilters>;
  /** What each row on the way is asked. */
  readonly passed: Partial<LogFilters>;
}

const choosing = [
  ...(['folderIds', 'executionId', 'model', 'search'] as const),
  ...(['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost'] as const),
] satisfies (keyof LogFilters)[];
const ended = new Set(['success', 'error', 'cancelled']);

/** Null where every filter has an index, or one has that chooses few rows, which Postgres weighs against a walk. */
export function walkOf(filters: LogFilters): LogWalk | null {
  const { workspaceId, workflowIds, endDate, triggers, level, status } = filters;
  const choose = choosing.some((filter) => filters[filter] !== undefined);
  if (choose || (workflowIds !== undefined && workflowIds.length !== 1)) return null;
  if (status !== undefined && !ended.has(status)) return null;
  const errorsOfWorkflow = workflowIds !== undefined && level === 'error';
  const passed = { triggers, status, level: errorsOfWorkflow ? undefined : level };
  if (Object.values(passed).every((value) => value === undefined)) return null;
  const along = { workspaceId, workflowIds, endDate, level: errorsOfWorkflow ? level : undefined };
  return { along, passed };
}

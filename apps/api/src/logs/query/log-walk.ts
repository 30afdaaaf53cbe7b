/**
 * Filters without their own index are applied while walking the logs of a workspace, workflow or
 * model. The distance to the next match is unknown. So each statement walks a bounded number of
 * rows and returns its matches and where it stopped; the next statement continues there.
 */
import type { LogFilters } from './log-parameters.js';

/** Row limit of one statement of a list. */
export const maxWalkedRows = 100_000;
/** Row limit along a model's logs: they are scattered, and each may need its own disk read. */
export const maxWalkedRowsOfModel = 20_000;
/** Row limit of the first statement: 5 ms, or most of a second if a slow disk serves every row. */
export const firstWalkedRows = 5_000;
/** Growth factor of the next walk after one quicker than `quickMs`. */
export const walkGrowth = 4;
export const quickMs = 100;
/** Row limit of one tail statement: it probes every partition, and its rows lie together. */
export const maxTailedRows = 100_000;
/** Row limit with a search: each walked row is looked up in execution_search. */
export const maxSearchedRows = 10_000;
/** A page without matches walks at least this long, in ms; then it returns how far it got. */
export const walkForMs = 1_000;
/** A partly filled page walks this long, in ms. */
export const fillForMs = 100;

/**
 * Expecting fewer rows than a visible limit, Postgres reads and sorts them all, often wrongly (no
 * statistics on index expressions). It counts a hidden limit as a tenth: index order wins.
 */
export const inIndexOrder = (limit: number): string => `(select ${limit})`;

/** Also set on the last row of a walk that did not reach the end. */
export interface WalkedRow {
  readonly is_match?: boolean;
  readonly is_walk_end?: boolean;
}

/**
 * Selects matches among the first rows of `source`, plus the last walked row, where the next walk
 * begins. Rows are numbered as they are read.
 * @param source table and conditions on `execution_log l`, without an order
 * @param order of the walk and of its result: `order by ...`
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
  /** Conditions that an index serves in order. */
  readonly along: Partial<LogFilters>;
  /** Conditions checked on each walked row. */
  readonly passed: Partial<LogFilters>;
  /** Each has its own index; if one leaves few rows, they are sorted instead of walked. */
  readonly choosers: readonly Partial<LogFilters>[];
}

/**
 * How a list finds its logs. Both null: an index leaves few rows, or returns them in order. Both
 * set: the walk runs along the logs of a model.
 */
export interface LogRoute {
  readonly walk: LogWalk | null;
  /** The sets of models that contain the model (model-sets.sql.ts). */
  readonly modelSets: readonly string[] | null;
}

/** Up to this many rows, lookup and sort are quicker than a walk. */
export const fewRows = 10_000;

/** These filters leave few rows, or are bounded by a window (search). */
const choosing = [
  'folderIds',
  'executionId',
  'parentExecutionId',
  'rerunOf',
  'search',
] satisfies (keyof LogFilters)[];
const ended = new Set(['success', 'error', 'cancelled']);

/** The index of unended executions serves them. */
const onlyUnended = (status: LogFilters['status']): boolean =>
  status !== undefined && [status].flat().every((one) => !ended.has(one));

const isGiven = (filters: Partial<LogFilters>): boolean =>
  Object.values(filters).some((value) => value !== undefined);

const besideTime = [
  ...(['workflowIds', 'folderIds', 'triggers', 'level', 'status', 'executionId', 'model'] as const),
  ...([
    'version',
    'draft',
    'minDurationMs',
    'maxDurationMs',
    'minCost',
    'maxCost',
    'search',
    'notWorkflowIds',
    'errorCode',
    'fingerprint',
    'parentExecutionId',
    'rerunOf',
  ] as const),
] satisfies (keyof LogFilters)[];

/** Without other filters, index order gives the page for any values. */
export const isByTimeAlone = (filters: LogFilters): boolean =>
  besideTime.every((filter) => filters[filter] === undefined);

/**
 * Null when every filter has an index: Postgres weighs it against a walk. Filters without a common
 * index would walk unbounded where Postgres expects many rows and few exist.
 * @param alongModel the walk can go along the logs of the model
 */
export function walkOf(filters: LogFilters, alongModel = false): LogWalk | null {
  const { workspaceId, workflowIds, endDate, triggers, level, status, draft, model } = filters;
  const { version, minDurationMs, maxDurationMs, minCost, maxCost } = filters;
  const { notWorkflowIds, errorCode, fingerprint } = filters;
  if (choosing.some((filter) => filters[filter] !== undefined)) return null;
  if (onlyUnended(status)) return null;
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
    version,
    draft,
    notWorkflowIds,
    errorCode,
    level: errorsOfWorkflow ? undefined : level,
    model: alongModel ? model : undefined,
  };
  const onlyOne = choosers.length === 1 && one === undefined && fingerprint === undefined;
  if (!isGiven(unindexed) && (choosers.length === 0 || onlyOne)) return null;
  return {
    along: {
      workspaceId,
      workflowIds: one,
      fingerprint,
      endDate,
      level: errorsOfWorkflow ? level : undefined,
    },
    passed: Object.assign({}, unindexed, ...choosers) as Partial<LogFilters>,
    choosers: choosers.map((chooser) => ({ workspaceId, ...chooser })),
  };
}

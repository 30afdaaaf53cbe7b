/** Reads of the log read models. Lists are keyset pages; nothing counts all rows. */
import { LogConditions } from './log-conditions.js';
import type { LogFilters, LogParameters, LogViewParameters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';
import { isByTimeAlone, type LogRoute, type LogWalk, maxWalkedRows, walked } from './log-walk.js';
import { mergedModelSets, ofModelSets } from './model-sets.sql.js';

/** A row in the order of a list. */
export interface LogPosition {
  readonly startedAt: Date;
  readonly id: string;
}

export interface SqlQuery {
  /** Set for statements that each connection plans once. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const entryColumns = `
  l.id, l.execution_id, l.workspace_id, l.workflow_id, l.workflow_name, l.deployment_version, l.status, l.level, l.trigger,
  l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error, l.result, l.failed_attempts, l.fingerprint,
  l.parent_execution_id, l.rerun_of, d.files`;
const fullColumns = `, d.cost, w.description as workflow_description, (w.id is null or w.deleted_at is not null) as workflow_deleted`;

/** List columns for `execution_log l` joined with `detailJoins`. */
export const listColumns = (view: LogViewParameters): string =>
  `${entryColumns}${isFull(view) ? fullColumns : ''}`;

export const detailJoins = (view: LogViewParameters): string => `
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket
${isFull(view) ? 'left join workflow w on w.id = l.workflow_id' : ''}`;

/** $1 execution ids. Index: primary key of execution_detail. */
export const finalOutputsSql = `
select execution_id, final_output::text from execution_detail where execution_id = any($1::uuid[])`;

/** Only common limits, so that a connection keeps few plans. */
const preparedLimits = new Set([10, 50, 100, 1_000]);
const names = new Map<string, string>();

/**
 * Pages by workspace, time and model sets are prepared: planning takes as long as running. Their
 * values are hidden, or Postgres would prefer custom plans. Other filters are planned per value.
 */
const isPlain = (filters: LogFilters, limit: number): boolean =>
  isByTimeAlone(filters) && preparedLimits.has(limit);

function nameOf(text: string): string {
  const name = names.get(text) ?? `log-page-${names.size}`;
  names.set(text, name);
  return name;
}

/** Pages served from execution_log_duration or execution_log_cost alone. */
const keysOnly = (filters: LogFilters): boolean =>
  (['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost'] as const).some(
    (filter) => filters[filter] !== undefined,
  );

/**
 * Indexes: execution_log_page, execution_log_of_workflow for few workflows, execution_log_unended,
 * execution_log_errors, execution_log_model_sets, execution_log_duration, execution_log_cost.
 * Unindexed filters walk a bounded number of rows (log-walk.ts). Joins follow the limit.
 */
export function listLogsQuery(
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogPosition | null,
  search: LogSearch | null,
  { walk, modelSets }: LogRoute,
  walkedRows = maxWalkedRows,
): SqlQuery {
  const asked = modelSets === null ? parameters : { ...parameters, model: undefined };
  const plain = isPlain(asked, parameters.limit);
  const conditions = walk
    ? new LogConditions(walk.along, null)
    : new LogConditions(asked, search, { hidden: plain });
  conditions.where('l.started_at >= ?::timestamptz', parameters.startDate);
  const [direction, beyond] = parameters.order === 'asc' ? ['asc', '>'] : ['desc', '<'];
  if (after !== null) {
    const startedAt = conditions.parameter(after.startedAt, '::timestamptz');
    conditions.where(`(l.started_at, l.id) ${beyond} (${startedAt}, ?::uuid)`, after.id);
  }
  const order = `order by l.started_at ${direction}, l.id ${direction}`;
  const limit = parameters.limit + 1;
  const page =
    walk !== null
      ? walkedPage(conditions, search, { walk, modelSets }, order, limit, walkedRows)
      : modelSets !== null
        ? `(${ofModelSets(conditions.parameter(modelSets, '::bigint[]'), conditions.text, order, limit)}) l`
        : chosenPage(conditions.text, order, limit, keysOnly(parameters));
  const text = `
select ${listColumns(parameters)}${walk === null ? '' : ', l.is_match, l.is_walk_end'}
from ${page}${detailJoins(parameters)}
${order}`;
  return { ...(plain && { name: nameOf(text) }), text, values: conditions.values };
}

/** Counts adjacent rows of one index, up to `most`. Indexes as in `listLogsQuery`. */
export const countLogsQuery = ({ text, values }: LogConditions, most: number): SqlQuery => ({
  text: `select count(*)::int as count from (select from execution_log l where ${text} limit ${most}) l`,
  values,
});

function chosenPage(conditions: string, order: string, limit: number, keysOnly: boolean): string {
  const page = `
  select ${keysOnly ? 'l.id, l.retention_bucket, l.started_at' : 'l.*'} from execution_log l
  where ${conditions}
  ${order}
  limit ${limit}`;
  return keysOnly
    ? `(${page}) p join execution_log l on l.id = p.id and l.retention_bucket = p.retention_bucket`
    : `(${page}) l`;
}

function walkedPage(
  along: LogConditions,
  search: LogSearch | null,
  { walk, modelSets }: LogRoute & { readonly walk: LogWalk },
  order: string,
  limit: number,
  walkedRows: number,
): string {
  const sets = modelSets?.map((set) => along.parameter(set, '::bigint'));
  const source = sets
    ? mergedModelSets(sets, along.text, order, walkedRows)
    : `execution_log l where ${along.text}`;
  const passed = sets ? { ...walk.passed, model: undefined } : walk.passed;
  const { text: matches } = new LogConditions(passed, search, { values: along.values });
  return `(${walked(source, order, matches, walkedRows)}
  limit ${limit}) l`;
}

/** Requesting spans or output implies the full view. */
export const isFull = (parameters: LogViewParameters): boolean =>
  parameters.details === 'full' || parameters.includeTraceSpans || parameters.includeFinalOutput;

const payloads = 'd.final_output::text, d.input::text';
const noPayloads = 'null as final_output, null as input';

const detail = (name: string, key: 'l.id' | 'l.execution_id', columns: string) => ({
  name,
  text: `
select ${entryColumns}${fullColumns}, ${columns}
from execution_log l
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket
left join workflow w on w.id = l.workflow_id
left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
where ${key} = $1 and l.workspace_id = $2`,
});

/** $1 log id, $2 workspace. Primary keys throughout. */
export const logByIdSql = detail('log-by-id', 'l.id', payloads);
export const bareLogByIdSql = detail('bare-log-by-id', 'l.id', noPayloads);
/** $1 execution id, $2 workspace. Unique index on execution_id, then primary keys. */
export const logByExecutionSql = detail(
  'log-by-execution',
  'l.execution_id',
  `${noPayloads}, v.definition::text`,
);

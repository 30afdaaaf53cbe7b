/** Reads of the log's read models. Lists are keyset pages; nothing counts. */
import type { LogKey } from './log-cursor.js';
import type { LogFilters, LogParameters, LogViewParameters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';

export interface SqlQuery {
  /** Of a statement that each connection plans once. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * An execution that has not ended is `retrying` while a block of it has not ended whose last try failed, paused or not. Primary keys of block_attempt and
 * block_execution.
 */
const isRetrying = `exists (
    select from block_attempt a
    join block_execution b on b.execution_id = a.execution_id and b.block_id = a.block_id and b.iteration = a.iteration
      and b.retention_bucket = a.retention_bucket
    where a.execution_id = l.execution_id and a.retention_bucket = l.retention_bucket and b.ended_at is null)`;

/** Of few that have not ended: in the statement of a page it would be planned for every partition and hardly ever asked. */
export const retryingSql = `
select l.execution_id from execution_log l
where l.execution_id = any($1::uuid[]) and l.ended_at is null and ${isRetrying}`;

/** Workflows of a workspace, some thousands at most. */
const inFolders = (folderIds: string) =>
  `select id from workflow where workspace_id = $1 and folder_id = any(${folderIds}::text[])`;
export const workflowsOfFoldersSql = inFolders('$2');

const unended = new Set<string | undefined>(['queued', 'running', 'retrying', 'paused']);

const entryColumns = `
  l.id, l.execution_id, l.workspace_id, l.workflow_id, l.workflow_name, l.deployment_version, l.status, l.level, l.trigger,
  l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error, d.files`;
const fullColumns = `, d.cost, w.description as workflow_description, (w.id is null or w.deleted_at is not null) as workflow_deleted`;

/** Conditions on `execution_log l` with their values, which the caller's own may follow. */
export class LogConditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  /** @param hidden the planner is not to look at the values, see `isPlain` */
  constructor(
    filters: LogFilters,
    search: LogSearch | null,
    private readonly hidden = false,
  ) {
    this.where('l.workspace_id = ?::uuid', filters.workspaceId);
    // An index keeps its order under a single value, not under a list of one.
    if (filters.workflowIds?.length === 1) this.where('l.workflow_id = ?', filters.workflowIds[0]);
    else this.where('l.workflow_id = any(?::uuid[])', filters.workflowIds);
    this.where(`l.workflow_id in (${inFolders('?')})`, filters.folderIds);
    this.where('l.trigger = any(?::text[])', filters.triggers);
    this.where('l.level = ?', filters.level);
    // What runs, retries or is paused is looked for among the few that have not ended.
    if (unended.has(filters.status))
      this.where(
        `l.ended_at is null and case when ${isRetrying} then 'retrying' else l.status end = ?`,
        filters.status,
      );
    else this.where('l.status = ?', filters.status);
    this.where('l.started_at <= ?::timestamptz', filters.endDate);
    this.where('l.execution_id = ?', filters.executionId);
    this.where('l.total_duration_ms >= ?', filters.minDurationMs);
    this.where('l.total_duration_ms <= ?', filters.maxDurationMs);
    this.where('l.cost_total >= ?', filters.minCost);
    this.where('l.cost_total <= ?', filters.maxCost);
    this.where(`l.models <> '{}' and l.models @> array[?]::text[]`, filters.model);
    if (search !== null) this.#whereFound(search);
  }

  /** Primary key of execution_search, for each row on the way; or the ids that its index gave. */
  #whereFound({ patterns, versions, executionIds }: LogSearch): void {
    const ways = [
      executionIds === null
        ? `exists (select from execution_search s where s.execution_id = l.execution_id and s.retention_bucket = l.retention_bucket and s.text ilike any(${this.parameter(patterns)}::text[]))`
        : `l.execution_id = any(${this.parameter(executionIds)}::uuid[])`,
    ];
    if (versions.length > 0) {
      const workflowIds = this.parameter(versions.map((version) => version.workflow_id));
      const numbers = this.parameter(versions.map(({ version }) => version));
      ways.push(
        `(l.workflow_id, l.deployment_version) in (select * from unnest(${workflowIds}::uuid[], ${numbers}::int[]))`,
      );
    }
    this.#conditions.push(`(${ways.join(' or ')})`);
  }

  /** `?` stands for the value, `?::type` with its type; nothing is asked when it is undefined. */
  where(condition: string, value: unknown): void {
    if (value === undefined) return;
    const number = this.values.push(value);
    this.#conditions.push(
      condition.replaceAll(/\?(::\w+(?:\[\])?)?/g, (_, type: string | undefined) =>
        this.#placeholder(number, type),
      ),
    );
  }

  /**
   * The placeholder of one more value.
   * @param type `::type`; a hidden value needs one where its place does not tell it
   */
  parameter(value: unknown, type = ''): string {
    return this.#placeholder(this.values.push(value), type);
  }

  #placeholder(number: number, type = ''): string {
    return this.hidden ? `(select $${number}${type})` : `$${number}${type}`;
  }

  get text(): string {
    return this.#conditions.join(' and ');
  }
}

/** What a list shows of each row, for `execution_log l` joined with `detailJoins`. */
export const listColumns = (view: LogViewParameters): string =>
  `${entryColumns}${isFull(view) ? fullColumns : ''}${view.includeFinalOutput ? ', d.final_output' : ''}`;

export const detailJoins = (view: LogViewParameters): string => `
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket
${isFull(view) ? 'left join workflow w on w.id = l.workflow_id' : ''}`;

const plannedAnew = [
  ...(['workflowIds', 'folderIds', 'triggers', 'level', 'status', 'executionId', 'model'] as const),
  ...(['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost', 'search'] as const),
] satisfies (keyof LogFilters)[];
/** Few limits, so that a connection keeps few plans. */
const preparedLimits = new Set([10, 50, 100, 1_000]);
const names = new Map<string, string>();

/**
 * Pages by workspace and time alone have one good plan whatever the values, and planning takes as long as running them: they get
 * a name. Other filters are planned anew, for how rare a value is decides. Seeing the values, Postgres would expect a large workspace to
 * be cheaper with a plan of its own, and plan it every time.
 */
const isPlain = (parameters: LogFilters & Pick<LogParameters, 'limit'>): boolean =>
  plannedAnew.every((filter) => parameters[filter] === undefined) &&
  preparedLimits.has(parameters.limit);

function nameOf(text: string): string {
  const name = names.get(text) ?? `log-page-${names.size}`;
  names.set(text, name);
  return name;
}

/** Indexes execution_log_duration and execution_log_cost hold all that a page is chosen by. */
const byRange = ['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost'] as const;

/**
 * Index execution_log_page, or execution_log_of_workflow when few workflows are asked for; the rest filters as it goes. Where few of
 * many are wanted: execution_log_unended, execution_log_errors, execution_log_models, execution_log_duration, execution_log_cost.
 * The page is chosen before anything is joined to it: what a sort throws away is not looked up first.
 */
export function listLogsQuery(
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogKey | null,
  search: LogSearch | null,
): SqlQuery {
  const plain = isPlain(parameters);
  const conditions = new LogConditions(parameters, search, plain);
  conditions.where('l.started_at >= ?::timestamptz', parameters.startDate);
  const [direction, beyond] = parameters.order === 'asc' ? ['asc', '>'] : ['desc', '<'];
  if (after !== null) {
    const startedAt = conditions.parameter(after.startedAt, '::timestamptz');
    conditions.where(`(l.started_at, l.id) ${beyond} (${startedAt}, ?::uuid)`, after.id);
  }
  const order = `order by l.started_at ${direction}, l.id ${direction}`;
  const keysOnly = byRange.some((filter) => parameters[filter] !== undefined);
  const page = `
  select ${keysOnly ? 'l.id, l.retention_bucket, l.started_at' : 'l.*'} from execution_log l
  where ${conditions.text}
  ${order}
  limit ${parameters.limit + 1}`;
  const rows = keysOnly
    ? `(${page}) p join execution_log l on l.id = p.id and l.retention_bucket = p.retention_bucket`
    : `(${page}) l`;
  const text = `
select ${listColumns(parameters)}
from ${rows}${detailJoins(parameters)}
${order}`;
  return { ...(plain && { name: nameOf(text) }), text, values: conditions.values };
}

/** Asking for spans or output asks for the full view. */
export const isFull = (parameters: LogViewParameters): boolean =>
  parameters.details === 'full' || parameters.includeTraceSpans || parameters.includeFinalOutput;

const detail = (name: string, key: 'l.id' | 'l.execution_id') => ({
  name,
  text: `
select ${entryColumns}${fullColumns}, d.final_output, d.input, v.definition
from execution_log l
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket
left join workflow w on w.id = l.workflow_id
left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
where ${key} = $1 and l.workspace_id = $2`,
});

/** Primary keys all the way. */
export const logByIdSql = detail('log-by-id', 'l.id');
/** Unique index on execution_id, then primary keys. */
export const logByExecutionSql = detail('log-by-execution', 'l.execution_id');

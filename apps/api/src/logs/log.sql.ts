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
 * block_execution, looked up for running executions only.
 */
const status = `case when l.ended_at is null and exists (
    select from block_attempt a
    join block_execution b on b.execution_id = a.execution_id and b.block_id = a.block_id and b.iteration = a.iteration
      and b.retention_bucket = a.retention_bucket
    where a.execution_id = l.execution_id and a.retention_bucket = l.retention_bucket and b.ended_at is null)
  then 'retrying' else l.status end`;

const unended = new Set<string | undefined>(['queued', 'running', 'retrying', 'paused']);

const entryColumns = `
  l.id, l.execution_id, l.workspace_id, l.workflow_id, l.workflow_name, l.deployment_version, ${status} as status, l.level, l.trigger,
  l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error, d.files`;
const fullColumns = `, d.cost, w.description as workflow_description, (w.id is null or w.deleted_at is not null) as workflow_deleted`;

/** Conditions on `execution_log l` with their values, which the caller's own may follow. */
export class LogConditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(filters: LogFilters, search: LogSearch | null) {
    this.where('l.workspace_id = ?', filters.workspaceId);
    // An index keeps its order under a single value, not under a list of one.
    if (filters.workflowIds?.length === 1) this.where('l.workflow_id = ?', filters.workflowIds[0]);
    else this.where('l.workflow_id = any(?::uuid[])', filters.workflowIds);
    this.where(
      'l.workflow_id in (select id from workflow where workspace_id = $1 and folder_id = any(?::text[]))',
      filters.folderIds,
    );
    this.where('l.trigger = any(?::text[])', filters.triggers);
    this.where('l.level = ?', filters.level);
    // What runs, retries or is paused is looked for among the few that have not ended.
    if (unended.has(filters.status))
      this.where(`l.ended_at is null and ${status} = ?`, filters.status);
    else this.where('l.status = ?', filters.status);
    this.where('l.started_at <= ?', filters.endDate);
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

  /** `?` stands for the value; nothing is asked when it is undefined. */
  where(condition: string, value: unknown): void {
    if (value === undefined) return;
    this.#conditions.push(condition.replaceAll('?', this.parameter(value)));
  }

  /** The placeholder of one more value. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
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

/**
 * Pages by workspace and time alone have one good plan whatever the values, and planning takes as long as running them: they get
 * a name. Other filters are planned anew, for how rare a value is decides. Few limits, so that a connection keeps few plans.
 */
const preparedLimits = new Set([10, 50, 100, 1_000]);
const plannedAnew = [
  ...(['workflowIds', 'folderIds', 'triggers', 'level', 'status', 'executionId', 'model'] as const),
  ...(['minDurationMs', 'maxDurationMs', 'minCost', 'maxCost', 'search'] as const),
] satisfies (keyof LogFilters)[];
const names = new Map<string, string>();

function nameOf(
  text: string,
  parameters: LogFilters & Pick<LogParameters, 'limit'>,
): { readonly name?: string } {
  const isPlain = plannedAnew.every((filter) => parameters[filter] === undefined);
  if (!isPlain || !preparedLimits.has(parameters.limit)) return {};
  const name = names.get(text) ?? `log-page-${names.size}`;
  names.set(text, name);
  return { name };
}

/**
 * Index execution_log_page, or execution_log_of_workflow when few workflows are asked for; the rest filters as it goes. Where few of
 * many are wanted: execution_log_unended, execution_log_errors, execution_log_models.
 */
export function listLogsQuery(
  parameters: Omit<LogParameters, 'cursor'>,
  after: LogKey | null,
  search: LogSearch | null,
): SqlQuery {
  const conditions = new LogConditions(parameters, search);
  conditions.where('l.started_at >= ?', parameters.startDate);
  const [direction, beyond] = parameters.order === 'asc' ? ['asc', '>'] : ['desc', '<'];
  if (after !== null) {
    const startedAt = conditions.parameter(after.startedAt);
    conditions.where(`(l.started_at, l.id) ${beyond} (${startedAt}, ?)`, after.id);
  }
  const text = `
select ${listColumns(parameters)}
from execution_log l${detailJoins(parameters)}
where ${conditions.text}
order by l.started_at ${direction}, l.id ${direction}
limit ${parameters.limit + 1}`;
  return { ...nameOf(text, parameters), text, values: conditions.values };
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

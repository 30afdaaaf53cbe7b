/** Reads of the log's read models. Lists are keyset pages; nothing counts. */
import type { LogKey } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';

export interface SqlQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

const entryColumns = `
  l.id, l.execution_id, l.workspace_id, l.workflow_id, l.workflow_name, l.deployment_version, l.status, l.level, l.trigger,
  l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error, d.files`;
const fullColumns = `, d.cost, w.description as workflow_description, (w.id is null or w.deleted_at is not null) as workflow_deleted`;

/** Index execution_log_page, or execution_log_of_workflow when few workflows are asked for; the rest filters as it goes. */
export function listLogsQuery(parameters: LogParameters, after: LogKey | null): SqlQuery {
  const values: unknown[] = [parameters.workspaceId];
  const conditions = ['l.workspace_id = $1'];
  /** `?` stands for the value's parameter. */
  const where = (condition: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replaceAll('?', `$${values.length}`));
  };
  where('l.workflow_id = any(?::uuid[])', parameters.workflowIds);
  where(
    'l.workflow_id in (select id from workflow where workspace_id = $1 and folder_id = any(?::text[]))',
    parameters.folderIds,
  );
  where('l.trigger = any(?::text[])', parameters.triggers);
  where('l.level = ?', parameters.level);
  where('l.status = ?', parameters.status);
  where('l.started_at >= ?', parameters.startDate);
  where('l.started_at <= ?', parameters.endDate);
  where('l.execution_id = ?', parameters.executionId);
  where('l.total_duration_ms >= ?', parameters.minDurationMs);
  where('l.total_duration_ms <= ?', parameters.maxDurationMs);
  where('l.cost_total >= ?', parameters.minCost);
  where('l.cost_total <= ?', parameters.maxCost);
  where('? = any(l.models)', parameters.model);
  where(
    `(position(lower(?) in lower(l.workflow_name)) > 0 or position(lower(?) in lower(l.error ->> 'message')) > 0)`,
    parameters.search,
  );
  const [direction, beyond] = parameters.order === 'asc' ? ['asc', '>'] : ['desc', '<'];
  if (after !== null) {
    values.push(after.startedAt, after.id);
    conditions.push(`(l.started_at, l.id) ${beyond} ($${values.length - 1}, $${values.length})`);
  }
  values.push(parameters.limit + 1);
  const full = isFull(parameters);
  const text = `
select ${entryColumns}${full ? fullColumns : ''}${parameters.includeFinalOutput ? ', d.final_output' : ''}
from execution_log l
left join execution_detail d on d.execution_id = l.execution_id
${full ? 'left join workflow w on w.id = l.workflow_id' : ''}
where ${conditions.join(' and ')}
order by l.started_at ${direction}, l.id ${direction}
limit $${values.length}`;
  return { text, values };
}

/** Asking for spans or output asks for the full view. */
export const isFull = (parameters: LogParameters): boolean =>
  parameters.details === 'full' || parameters.includeTraceSpans || parameters.includeFinalOutput;

const detail = (key: 'l.id' | 'l.execution_id'): string => `
select ${entryColumns}${fullColumns}, d.final_output, d.input, v.definition
from execution_log l
left join execution_detail d on d.execution_id = l.execution_id
left join workflow w on w.id = l.workflow_id
left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
where ${key} = $1 and l.workspace_id = $2`;

/** Primary keys all the way. */
export const logByIdSql = detail('l.id');
/** Unique index on execution_id, then primary keys. */
export const logByExecutionSql = detail('l.execution_id');

/** Primary key of block_execution, by its first column. */
export const spansSql = `
select execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, input, output, error,
  ports, attempts, cost
from block_execution
where execution_id = any($1::uuid[])
order by execution_id, started_at, sequence`;

/** Primary key of block_attempt, by its first column. */
export const attemptsSql = `
select execution_id, block_id, iteration, attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at
from block_attempt
where execution_id = any($1::uuid[])
order by execution_id, sequence`;

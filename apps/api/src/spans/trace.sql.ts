/** Reads of one execution without payloads, for a page that draws it. */
import { storedBytes } from '@libs/persistence';

/** $1 execution, $2 workspace. Unique index on execution_id, then primary keys. */
export const traceHeadSql = `
select l.id, l.execution_id, l.workflow_id, l.workflow_name, (w.id is null or w.deleted_at is not null) as workflow_deleted,
  l.deployment_version, l.status, l.trigger, l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error,
  l.result, l.failed_attempts, l.fingerprint, l.rerun_of, l.parent_execution_id, l.ledger_partition,
  case when l.ended_at is not null then l.ledger_offset end as last_offset, d.first_offset, d.began_at, d.parent_block_id,
  d.cost, d.trigger_block_id, v.definition::text as definition, y.layout::text as layout
from execution_log l
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket
left join workflow w on w.id = l.workflow_id
left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
left join workflow_layout y on y.workflow_id = l.workflow_id and y.version = l.deployment_version
where l.execution_id = $1 and l.workspace_id = $2`;

/** Statuses and child ids are read from small outputs only, so that none is unpacked for them. */
const smallOutput = 8_192;
/** Of a message; a span has the whole one. */
const messageCharacters = 300;

/**
 * $1 execution, $2 limit. The first blocks, with the last sequence of all. Primary key, first
 * column.
 */
export const traceSpansSql = `
select block_id, iteration, block_name, block_type, started_at, ended_at, ports, attempts, cost, last_sequence, ledger_offset,
  (select sum((m.value #>> '{tokens,total}')::float8) from jsonb_each(models) m) as tokens,
  error ->> 'code' as error_code, left(error ->> 'message', ${messageCharacters}) as error_message,
  case when error is not null and ${storedBytes('output')} < ${smallOutput} then output ->> 'status' end as http_status,
  case when block_type = 'workflow' and ${storedBytes('output')} < ${smallOutput} then output ->> 'executionId' end as child_id
from (
  select *, max(sequence) over () as last_sequence from block_execution where execution_id = $1
) as b
order by started_at, length(iteration), sequence limit $2`;

/** $1 execution, $2 limit. Primary key of block_attempt. */
export const traceTriesSql = `
select block_id, iteration, attempt_number, status, error_code, left(message, ${messageCharacters}) as message,
  duration_ms, occurred_at, retry_at, ledger_offset
from block_attempt where execution_id = $1 order by sequence limit $2`;

/** $1 execution. Primary key of block_execution. */
export const traceSpanCountSql = `
select count(*)::int as spans from block_execution where execution_id = $1`;

/**
 * $1 execution, $2 workspace, $3 limit, $4 the only workflows, or null. Child runs, the first ones.
 * Indexes: execution_log_children, primary key of execution_detail.
 */
export const traceChildrenSql = `
select c.execution_id, c.workflow_id, c.workflow_name, c.status, c.started_at, c.ended_at, d.parent_block_id
from (
  select * from execution_log
  where parent_execution_id = $1::uuid and workspace_id = $2::uuid and ($4::uuid[] is null or workflow_id = any($4::uuid[]))
  order by started_at, id limit $3) c
left join execution_detail d on d.execution_id = c.execution_id and d.retention_bucket = c.retention_bucket
order by c.started_at, c.id`;

/** $1 execution, $2 workspace, $3 limit. Reruns, the newest first. Index: execution_log_reruns. */
export const traceRerunsSql = `
select execution_id, status, started_at, ended_at from execution_log
where rerun_of = $1::uuid and workspace_id = $2::uuid
order by started_at desc, id desc limit $3`;

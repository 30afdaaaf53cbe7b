import { storedBytes, textBytes } from '@libs/persistence';

/**
 * $1 executions, $2 stored bytes, $3 text bytes (`textBytes`), $4 spans. Returns the first $4 spans
 * per execution, containers first; input and output while totals fit. Primary key, first column.
 */
export const spansSql = `
with stored as (
  select b.*, sum(${storedBytes('b.input')} + ${storedBytes('b.output')}) over (order by b.execution_id, b.sequence) as stored_total
  from unnest($1::uuid[]) as e(id)
  cross join lateral (
    select * from block_execution where execution_id = e.id order by started_at, length(iteration), sequence limit $4) as b
), weighed as (
  select *, stored_total <= $2 and sum(case when stored_total <= $2 then ${textBytes('input')} + ${textBytes('output')} else 0 end)
    over (order by execution_id, sequence) <= $3 as fits
  from stored
)
select execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at,
  case when fits then input::text end as input, case when fits then output::text end as output, error,
  case when block_type = 'workflow' and fits then output ->> 'executionId' end as child_id,
  ports, attempts, cost, not fits and (input is not null or output is not null) as is_cut
from weighed`;

/** Child ids are read from small outputs only, so that none is unpacked for its id. */
const smallOutput = 8_192;

/**
 * $1 executions, $2 spans. As `spansSql`, without input and output. Primary key, first column.
 */
export const skeletonSpansSql = `
select b.execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at,
  null as input, null as output, error,
  case when block_type = 'workflow' and ${storedBytes('output')} < ${smallOutput} then output ->> 'executionId' end as child_id,
  ports, attempts, cost, input is not null or output is not null as is_cut
from unnest($1::uuid[]) as e(id)
cross join lateral (
  select * from block_execution where execution_id = e.id order by started_at, length(iteration), sequence limit $2) as b
order by b.execution_id, sequence`;

/**
 * $1 executions, $2 with input. Returns each trigger, with data not in its spans. Indexes: primary
 * keys.
 */
export const triggersSql = `
select d.execution_id, d.trigger_block_id as block_id, case when $2 then d.input::text end as input,
  not $2 and d.input is not null as is_cut, l.started_at, l.ended_at, l.trigger, (
    select json_agg(json_build_object('id', block ->> 'id', 'name', block ->> 'name', 'type', block ->> 'type'))
    from json_array_elements(v.definition -> 'blocks') as block
    where block ->> 'id' = d.trigger_block_id or block ->> 'type' in ('loop', 'parallel')) as blocks
from execution_detail d
join execution_log l on l.execution_id = d.execution_id and l.retention_bucket = d.retention_bucket
left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
where d.execution_id = any($1::uuid[])`;

/** $1 executions with more than $2 spans. Returns how many more. Primary key of block_execution. */
export const omittedSpansSql = `
select execution_id, count(*)::int - $2 as omitted from block_execution
where execution_id = any($1::uuid[]) group by execution_id`;

/** $1 executions, $2 attempts per execution, the first ones. Primary key of block_attempt. */
export const attemptsSql = `
select a.execution_id, block_id, iteration, attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at
from unnest($1::uuid[]) as e(id)
cross join lateral (select * from block_attempt where execution_id = e.id order by sequence limit $2) as a
order by a.execution_id, a.sequence`;

/** $1 executions, $2 workspace. Unique index on execution_id. */
export const childRunsSql = `
select execution_id, workflow_name, status, started_at, ended_at, cost_total, error
from execution_log
where execution_id = any($1::uuid[]) and workspace_id = $2`;

/**
 * $1 executions, $2 limit. Returns spans per execution, at most $2, in the order of $1. Index:
 * primary key of block_execution.
 */
export const childSizesSql = `
select id as execution_id, (
    select count(*)::int from (select from block_execution b where b.execution_id = id limit $2) as bounded) as spans
from unnest($1::uuid[]) with ordinality as r(id, place)
order by place`;

/** Reads block results of one execution, one by one or in pages. */

const summaryColumns = `block_id, iteration, block_name, block_type, status, started_at, ended_at, error, ports, attempts, cost,
  input is not null as has_input, output is not null as has_output`;

/**
 * $1 execution, $2 and $3 block and iteration before the page, $4 block alone, $5 limit. Index:
 * primary key of block_execution, in its order.
 */
export const spanPageSql = `
select ${summaryColumns} from block_execution
where execution_id = $1::uuid and ($4::text is null or block_id = $4)
  and ($2::text is null or (block_id, iteration) > ($2::text, $3::text))
order by block_id, iteration
limit $5`;

const payload = (column: string, wanted: string): string => `
  case when ${wanted} then left(${column}::text, $4::int) end as ${column},
  case when ${wanted} then octet_length(${column}::text) end as ${column}_bytes`;

/**
 * $1 execution, $2 block, $3 iteration, $4 characters of a payload, $5 parts. Index: primary key of
 * block_execution.
 */
export const spanSql = `
select ${summaryColumns}, ${payload('input', `'input' = any($5::text[])`)}, ${payload('output', `'output' = any($5::text[])`)}
from block_execution where execution_id = $1::uuid and block_id = $2 and iteration = $3`;

/** As `spanSql`, for the trigger block: its output is the input of the execution. Primary keys. */
export const triggerSpanSql = `
select d.trigger_block_id as block_id, '' as iteration, d.trigger_block_id as block_name, l.trigger as block_type,
  'success' as status, l.started_at, l.started_at as ended_at, null::jsonb as error, '{}'::text[] as ports, 1 as attempts,
  0::float8 as cost, false as has_input, d.input is not null as has_output, null as input, null::int as input_bytes,
  case when 'output' = any($5::text[]) then left(d.input::text, $4::int) end as output,
  case when 'output' = any($5::text[]) then octet_length(d.input::text) end as output_bytes
from execution_detail d
join execution_log l on l.execution_id = d.execution_id and l.retention_bucket = d.retention_bucket
where d.execution_id = $1::uuid and d.trigger_block_id = $2 and $3::text = ''`;

/** $1 execution, $2 block, $3 iteration, $4 limit. Index: primary key of block_attempt. */
export const attemptsOfSpanSql = `
select attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at from block_attempt
where execution_id = $1::uuid and block_id = $2 and iteration = $3
order by sequence limit $4`;

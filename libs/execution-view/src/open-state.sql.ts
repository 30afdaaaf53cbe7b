import { isRetrying } from './retrying.sql.js';

/** Blocks of an execution that are looked at; one with more has no text of where it is. */
const mostBlocks = 200;

/**
 * $1 execution ids. Whether unended executions are retrying, and the block whose last event is the
 * newest of those that have not ended. Primary keys of block_execution and block_attempt.
 */
export const openStatesSql = `
select l.execution_id, ${isRetrying} as is_retrying, b.block_name, b.attempt_number, b.error_code, b.message
from execution_log l
left join lateral (
  select x.block_name, a.attempt_number, a.error_code, a.message
  from (
    select block_id, iteration, block_name, sequence, ended_at from block_execution
    where execution_id = l.execution_id and retention_bucket = l.retention_bucket
    limit ${mostBlocks}) x
  left join lateral (
    select sequence, attempt_number, error_code, message from block_attempt
    where execution_id = l.execution_id and retention_bucket = l.retention_bucket and block_id = x.block_id
      and iteration = x.iteration
    order by sequence desc limit 1) a on true
  where x.ended_at is null
  order by greatest(x.sequence, a.sequence) desc limit 1) b on true
where l.execution_id = any($1::uuid[]) and l.ended_at is null`;

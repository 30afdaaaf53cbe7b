/**
 * Condition on `execution_log l`: an unended execution, paused or not, is `retrying` while an
 * unended block of it has a failed attempt. Primary keys of block_attempt and block_execution.
 */
export const isRetrying = `exists (
    select from block_attempt a
    join block_execution b on b.execution_id = a.execution_id and b.block_id = a.block_id and b.iteration = a.iteration
      and b.retention_bucket = a.retention_bucket
    where a.execution_id = l.execution_id and a.retention_bucket = l.retention_bucket and b.ended_at is null)`;

/** $1 execution ids. Inside a page it would be planned for every partition and rarely run. */
export const retryingSql = `
select l.execution_id from execution_log l
where l.execution_id = any($1::uuid[]) and l.ended_at is null and ${isRetrying}`;

/** Index: the primary key. */
export const caughtUpSql = `select 1 from projection_checkpoint
  where projection = 'executions' and topic = $1 and partition = $2 and next_offset >= $3`;

/** Index: unique on execution_id. */
export const hasRunSql = 'select 1 from execution_log where execution_id = $1';

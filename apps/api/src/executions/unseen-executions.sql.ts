/** $1 topic, $2 partition. Primary key. */
export const checkpointSql = `
select next_offset from projection_checkpoint where projection = 'executions' and topic = $1 and partition = $2`;

/** $1 execution, $2 workspace. A requested child run that has not ended. Primary key. */
export const openChildSql = `
select from execution_descendant where execution_id = $1 and workspace_id = $2 and ended_at is null`;

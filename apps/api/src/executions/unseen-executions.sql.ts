/** Primary key. */
export const checkpointSql = `
select next_offset from projection_checkpoint where projection = 'executions' and topic = $1 and partition = $2`;

/** A child run that was requested and has not ended. Primary key. */
export const openChildSql = `
select from execution_descendant where execution_id = $1 and workspace_id = $2 and ended_at is null`;

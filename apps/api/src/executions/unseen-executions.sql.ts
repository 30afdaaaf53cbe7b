/** Primary key. */
export const checkpointSql = `
select next_offset from projection_checkpoint where projection = 'executions' and topic = $1 and partition = $2`;

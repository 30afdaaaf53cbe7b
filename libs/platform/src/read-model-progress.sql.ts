/** $1 topic. Primary key of projection_checkpoint, by its first two columns. */
export const projectedLedgerSql = `
select partition, next_offset, cluster_id
from projection_checkpoint
where projection = 'executions' and topic = $1`;

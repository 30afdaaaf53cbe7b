/** One statement, so that row and checkpoint share a snapshot. Indexes: both primary keys. */
export const parkedExecutionSql = `
  select c.next_offset >= $3 as caught_up, p.sequence, p.parked_at, p.state
  from projection_checkpoint c
  left join parked_execution p on p.execution_id = $4
  where c.projection = 'executions' and c.topic = $1 and c.partition = $2`;

/** Index: primary key. */
export const isParkedSql =
  'select from parked_execution where execution_id = $1 and resumed_sequence is null';

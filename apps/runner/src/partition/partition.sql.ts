/** Index: primary key. */
export const parkedExecutionSql =
  'select sequence, parked_at, state from parked_execution where execution_id = $1';

/** Index: primary key. */
export const isParkedSql =
  'select from parked_execution where execution_id = $1 and resumed_sequence is null';

/** Index: unique on execution_id. */
export const hasRunSql = 'select 1 from execution_log where execution_id = $1';

/** Index: unique on execution_id. */
export const hasRunSql = 'select 1 from execution_log where execution_id = $1';

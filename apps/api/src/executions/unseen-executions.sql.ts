/** $1 execution, $2 workspace. A requested child run that has not ended. Primary key. */
export const openChildSql = `
select from execution_descendant where execution_id = $1 and workspace_id = $2 and ended_at is null`;

/** $1 workflow, $2 workspace. No row: it was deleted. Index: primary key. */
export const demoWorkflowSql =
  'select id from workflow where id = $1 and workspace_id = $2 and deleted_at is null';

/** $1 workflows, $2 workspace. Those that the workspace has. Index: primary key of workflow. */
export const workflowsOfWorkspaceSql =
  'select id from workflow where id = any($1::uuid[]) and workspace_id = $2 and deleted_at is null';

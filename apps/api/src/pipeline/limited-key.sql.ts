/** $1 execution, $2 workspace, $3 workflows. Unique index on execution_log.execution_id. */
export const executionOfWorkflowsSql = `
  select from execution_log
  where execution_id = $1::uuid and workspace_id = $2::uuid and workflow_id = any($3::uuid[])`;

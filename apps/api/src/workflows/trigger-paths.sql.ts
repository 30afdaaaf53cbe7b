/**
 * $1 path, $2 workflow, $3 workspace, $4 block. Claims a path that is free or already the
 * workflow's; no row when another workflow has it. Index: primary key.
 */
export const claimPathSql = `
  insert into trigger_path (path, workflow_id, workspace_id, block_id) values ($1, $2, $3, $4)
  on conflict (path) do update set block_id = excluded.block_id where trigger_path.workflow_id = excluded.workflow_id
  returning path`;

/** $1 workflow, $2 paths to keep. Index: trigger_path_of_workflow. */
export const releasePathsSql =
  'delete from trigger_path where workflow_id = $1 and path <> all($2)';

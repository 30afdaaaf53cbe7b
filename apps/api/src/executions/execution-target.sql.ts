/** Data the api needs to run a workflow. Primary keys; each statement names the first one used. */

const columns = `w.id as workflow_id, w.name as workflow_name, w.workspace_id, s.account_id, a.plan, a.limits,
  a.suspended_at is not null as is_suspended,
  v.version, v.content_hash, v.definition
  from workflow w
  join workspace s on s.id = w.workspace_id
  join account a on a.id = s.account_id
  join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version`;

/** $1 path. Index: primary key of trigger_path. */
export const targetByPathSql = `select p.block_id, ${columns} join trigger_path p on p.workflow_id = w.id
  where p.path = $1 and w.deleted_at is null`;

/** $1 workflow. Index: primary key of workflow. */
export const targetByWorkflowSql = `select null as block_id, ${columns} where w.id = $1 and w.deleted_at is null`;

/**
 * $1 workflow, $2 workspace. Whether the workspace owns it, deployed or not.
 * Index: primary key of workflow.
 */
export const ownedWorkflowSql =
  'select 1 from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null';

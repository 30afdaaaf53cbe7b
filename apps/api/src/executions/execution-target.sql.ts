/** Data the api needs to run a workflow. Primary keys; each statement names the first one used. */

const columns = `w.id as workflow_id, w.name as workflow_name, w.workspace_id, s.account_id, a.plan, a.limits,
  v.version, v.content_hash, v.definition
  from workflow w
  join workspace s on s.id = w.workspace_id
  join account a on a.id = s.account_id
  join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version`;

const atPath = `${columns}
  join trigger_route r on r.workflow_id = w.id and r.workspace_id = w.workspace_id`;

/** $1 token, $2 path. Indexes: primary keys of trigger_token and trigger_route. */
export const targetByUrlSql = `select ${atPath} join trigger_token t on t.workspace_id = r.workspace_id
  where t.token = $1 and r.path = $2 and (t.ends_at is null or t.ends_at > now()) and w.deleted_at is null`;

/**
 * $1 path of an old URL, which only workflows of its own workspace can hold. Indexes: primary keys
 * of trigger_path and trigger_route.
 */
export const targetByOldUrlSql = `select ${atPath}
  join trigger_path o on o.workspace_id = r.workspace_id and o.path = r.path
  where o.path = $1 and o.retired_at is null and w.deleted_at is null`;

/** $1 workflow. Index: primary key of workflow. */
export const targetByWorkflowSql = `select ${columns} where w.id = $1 and w.deleted_at is null`;

/**
 * $1 workflow, $2 workspace. Whether the workspace owns it, deployed or not.
 * Index: primary key of workflow.
 */
export const ownedWorkflowSql =
  'select 1 from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null';

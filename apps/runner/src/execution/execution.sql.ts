/**
 * $1 workflow, $2 workspace, $3 account, $4 first day of the month. A workflow of another workspace
 * is not found. Indexes: primary keys, stored_bytes_of_account.
 */
export const deployedWorkflowSql = `
  select w.name, w.paused_at is not null as is_paused, v.version, v.content_hash, v.definition, a.plan, a.limits, coalesce(u.cost, 0) as cost,
    (select coalesce(sum(b.bytes), 0)::float8 from stored_bytes b where b.account_id = $3) as stored_bytes,
    clock_timestamp() as asked_at
  from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version
  join account a on a.id = $3 left join usage_period u on u.account_id = a.id and u.period = $4::date
  where w.id = $1 and w.workspace_id = $2 and w.deleted_at is null`;

/** $1 workspace, $2 names. Index: primary key. */
export const secretsSql =
  'select name, ciphertext, allowed_hosts from workspace_secret where workspace_id = $1 and name = any($2)';

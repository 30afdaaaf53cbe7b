/** $1 execution, $2 workspace. Unique index on execution_log.execution_id, then primary keys. */
export const rerunSourceSql = `
  select l.workflow_id, l.workflow_name, l.workspace_id, l.account_id, l.deployment_version, l.definition_hash,
    l.ended_at, d.trigger_block_id, d.input::text, a.plan, a.limits,
    a.suspended_at is not null as is_suspended
  from execution_log l
  join execution_detail d on d.execution_id = l.execution_id
  join account a on a.id = l.account_id
  where l.execution_id = $1::uuid and l.workspace_id = $2`;

/** $1 execution. Index: primary key of block_execution. */
export const recordedBlocksSql = `
  select block_id as "blockId", ports, output::text, error is not null as "hasFailed"
  from block_execution where execution_id = $1 and iteration = '' order by sequence`;

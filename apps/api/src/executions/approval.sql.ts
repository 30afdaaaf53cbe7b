/** $1 workspace. Its account, whose limits a caller meets. Indexes: primary keys. */
export const accountOfWorkspaceSql = `
  select s.account_id as "accountId", a.plan, a.limits as "accountLimits"
  from workspace s join account a on a.id = s.account_id where s.id = $1::uuid`;

/**
 * $1 execution. One row per approval that has begun, or one row without a block; an ended
 * execution has none waiting.
 * Indexes: execution_log_execution, primary key of block_execution.
 */
export const approvalsSql = `
  select l.workspace_id as "workspaceId", l.workflow_id as "workflowId", l.deployment_version as "version",
    l.ended_at is not null as "hasEnded", b.block_id as "blockId", b.iteration, b.sequence as "waitId",
    b.ended_at is null and l.ended_at is null as "isWaiting"
  from execution_log l left join block_execution b
    on b.execution_id = l.execution_id and b.block_type = 'approval'
  where l.execution_id = $1::uuid`;

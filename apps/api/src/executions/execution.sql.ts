/** Executions: the data that starts one, and reads of one. */

/** The data that the api needs to run a workflow. */
const targetColumns = `w.id as workflow_id, w.name as workflow_name, w.workspace_id, s.account_id, a.plan, a.limits,
  a.suspended_at is not null as is_suspended, w.paused_at is not null as is_paused,
  v.version, v.content_hash, v.definition
  from workflow w
  join workspace s on s.id = w.workspace_id
  join account a on a.id = s.account_id
  join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version`;

const targetAtPath = `${targetColumns}
  join trigger_route r on r.workflow_id = w.id and r.workspace_id = w.workspace_id`;

/** $1 token, $2 path. Indexes: primary keys of trigger_token and trigger_route. */
export const targetByUrlSql = `select ${targetAtPath} join trigger_token t on t.workspace_id = r.workspace_id
  where t.token = $1 and r.path = $2 and (t.ends_at is null or t.ends_at > now()) and w.deleted_at is null`;

/**
 * $1 path of an old URL, which only workflows of its own workspace can hold. Indexes: primary keys
 * of trigger_path and trigger_route.
 */
export const targetByOldUrlSql = `select ${targetAtPath}
  join trigger_path o on o.workspace_id = r.workspace_id and o.path = r.path
  where o.path = $1 and o.retired_at is null and w.deleted_at is null`;

/** $1 workflow. Index: primary key of workflow. */
export const targetByWorkflowSql = `select ${targetColumns} where w.id = $1 and w.deleted_at is null`;

/**
 * $1 workflow, $2 workspace. Whether the workspace owns it, deployed or not.
 * Index: primary key of workflow.
 */
export const ownedWorkflowSql =
  'select 1 from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null';

/** $1 workspace, $2 name. Index: primary key. */
export const triggerSecretSql = `
  select ciphertext, allowed_hosts <> '{}' as names_hosts
  from workspace_secret where workspace_id = $1 and name = $2`;

/** $1 workflow, $2 workspace. Index: primary key of workflow. */
export const draftTargetSql = `
  select w.id as workflow_id, w.name as workflow_name, w.workspace_id, s.account_id, a.plan, a.limits,
    a.suspended_at is not null as is_suspended, w.draft
  from workflow w
  join workspace s on s.id = w.workspace_id
  join account a on a.id = s.account_id
  where w.id = $1::uuid and w.workspace_id = $2 and w.deleted_at is null`;

/** $1 execution, $2 workspace. Unique index on execution_log.execution_id. */
export const executionOfWorkspaceSql = `
  select ended_at is not null as has_ended from execution_log where execution_id = $1::uuid and workspace_id = $2::uuid`;

/** $1 execution, $2 workspace. Unique index on execution_log.execution_id. */
export const executionStatusSql = `
  select l.execution_id, l.workflow_id, l.deployment_version < 0 as draft, l.status, l.level, l.trigger, l.started_at, l.ended_at, l.total_duration_ms, l.error,
    l.deployment_version, l.parent_execution_id, l.rerun_of, d.began_at, d.final_output::text as final_output
  from execution_log l left join execution_detail d on d.execution_id = l.execution_id
  where l.execution_id = $1 and l.workspace_id = $2`;

/** $1 execution. Unique index on execution_log.execution_id, primary key of block_execution. */
export const endedExecutionSql = `
  select l.*, d.final_output::text as final_output, d.files::text as files, d.trigger_block_id, r.output as response
  from execution_log l
  left join execution_detail d on d.execution_id = l.execution_id
  left join lateral (
    select b.output from block_execution b
    where b.execution_id = l.execution_id and b.block_type = 'response' and b.status = 'success'
      and l.status = 'success'
    order by b.sequence limit 1) r on true
  where l.execution_id = $1 and l.ended_at is not null`;

/** $1 execution, $2 workspace. A requested child run that has not ended. Primary key. */
export const openChildSql = `
select from execution_descendant where execution_id = $1 and workspace_id = $2 and ended_at is null`;

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

/** $1 execution, $2 workspace. Unique index on execution_log.execution_id, then primary keys. */
export const rerunSourceSql = `
  select l.workflow_id, l.workflow_name, l.workspace_id, l.account_id, l.deployment_version, l.definition_hash,
    l.ended_at, d.trigger_block_id, d.input::text, a.plan, a.limits,
    a.suspended_at is not null as is_suspended,
    (select block ->> 'type' from json_array_elements(v.definition -> 'blocks') block
      where block ->> 'id' = d.trigger_block_id limit 1) as trigger_type
  from execution_log l
  join execution_detail d on d.execution_id = l.execution_id
  join account a on a.id = l.account_id
  left join workflow_version v on v.workflow_id = l.workflow_id and v.version = l.deployment_version
  where l.execution_id = $1::uuid and l.workspace_id = $2`;

/**
 * $1 execution. The newest result of each block, also of the runs that this one repeats with the
 * same input: what it took over from them is not among its own results.
 * Indexes: execution_log_execution, primary keys of execution_detail and block_execution.
 */
export const recordedBlocksSql = `
  with recursive chain as (
    select l.rerun_of, d.execution_id, d.input, 0 as generation
    from execution_log l join execution_detail d on d.execution_id = l.execution_id
    where l.execution_id = $1::uuid
    union all
    select l.rerun_of, d.execution_id, d.input, c.generation + 1
    from chain c join execution_log l on l.execution_id = c.rerun_of
    join execution_detail d on d.execution_id = l.execution_id and d.input::jsonb = c.input::jsonb
    where c.generation < 20)
  select block_id as "blockId", ports, output::text, error is not null as "hasFailed", generation
  from (select distinct on (b.block_id) b.*, c.generation
    from chain c join block_execution b on b.execution_id = c.execution_id and b.iteration = ''
    order by b.block_id, c.generation) newest
  order by generation desc, sequence`;

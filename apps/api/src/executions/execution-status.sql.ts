/** $1 execution, $2 workspace. Unique index on execution_log.execution_id. */
export const executionStatusSql = `
  select l.workflow_id, l.status, l.level, l.trigger, l.started_at, l.ended_at, l.total_duration_ms, l.error,
    d.final_output::text as final_output
  from execution_log l left join execution_detail d on d.execution_id = l.execution_id
  where l.execution_id = $1 and l.workspace_id = $2`;

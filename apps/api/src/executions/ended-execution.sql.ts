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

/**
 * $1 account, $2 most rows to count. Executions that are parked now, without those that wait for a
 * concurrency slot or a rate token. Indexes: workspace_of_account, parked_execution_of_workspace.
 */
export const countParkedSql = `
  select count(*)::int as count from (
    select from workspace w cross join lateral (
      select from parked_execution p
      where p.workspace_id = w.id and p.resumed_sequence is null and p.waits->0->>'kind' <> 'turn' limit $2) parked
    where w.account_id = $1 and w.erased_at is null limit $2) counted`;

/** Cancellations as rows. The runners read them (apps/runner/src/family). */

/**
 * $1 execution, $2 its workspace. The workspace is part of the key, so that another tenant who
 * names the id blocks nothing. Index: primary key of execution_descendant.
 */
export const recordCancellationSql = `
insert into execution_cancellation (execution_id, workspace_id, root_id)
values ($1::uuid, $2::uuid, coalesce((
  select d.root_id from execution_descendant d where d.execution_id = $1::uuid and d.workspace_id = $2::uuid), $1::uuid))
on conflict (execution_id, workspace_id) do nothing`;

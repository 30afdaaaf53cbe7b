/** Immutable versions of workflows, and cancellations. Index: the primary key, unless stated. */

export const loadVersionSql =
  'select definition, content_hash from workflow_version where workflow_id = $1 and version = $2';

export const findDraftSql =
  'select version from workflow_version where workflow_id = $1 and version < 0 and content_hash = $2';

export const insertDraftSql = `
  insert into workflow_version (workflow_id, version, definition, content_hash)
  select $1, coalesce(min(version), 0) - 1, $3::json, $2 from workflow_version where workflow_id = $1 and version < 0
  on conflict (workflow_id, version) do nothing
  returning version`;

/**
 * $1 execution, $2 its workspace. The workspace is part of the key, so that another tenant who
 * names the id blocks nothing. The runners read these rows (apps/runner/src/family). Index: primary
 * key of execution_descendant.
 */
export const recordCancellationSql = `
insert into execution_cancellation (execution_id, workspace_id, root_id)
values ($1::uuid, $2::uuid, coalesce((
  select d.root_id from execution_descendant d where d.execution_id = $1::uuid and d.workspace_id = $2::uuid), $1::uuid))
on conflict (execution_id, workspace_id) do nothing`;

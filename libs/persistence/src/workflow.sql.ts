/** Immutable versions of workflows, and cancellations. Index: the primary key, unless stated. */

export const loadVersionSql =
  'select definition, content_hash from workflow_version where workflow_id = $1 and version = $2';

/** $1 workflow, $2 hash. Notes that it is used: its run is not in the log yet. */
export const findDraftSql = `
  update workflow_version set used_at = now()
  where workflow_id = $1 and version < 0 and content_hash = $2 returning version`;

/**
 * $1 workflow, $2 workspace, $3 how many of the newest stay, for a month at most. An execution in
 * progress keeps its own; one that was only just requested is not in the log yet. Index:
 * execution_log_unended.
 */
export const pruneDraftsSql = `
  delete from workflow_version v
  where v.workflow_id = $1 and v.version < 0 and v.used_at < now() - interval '1 hour'
    and (v.used_at < now() - interval '30 days' or v.version in (
      select version from workflow_version where workflow_id = $1 and version < 0 order by version offset $3::int))
    and v.version <> (select min(version) from workflow_version where workflow_id = $1)
    and v.version <> all (array(
      select deployment_version from execution_log
      where workspace_id = $2::uuid and ended_at is null and workflow_id = $1 and deployment_version < 0))`;

/** $1 workflow. */
export const countDraftsSql =
  'select count(*)::int as count from workflow_version where workflow_id = $1 and version < 0';

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

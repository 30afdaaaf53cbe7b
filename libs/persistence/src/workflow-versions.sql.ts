/** Immutable versions of workflows. Index: the primary key. */

export const loadVersionSql =
  'select definition, content_hash from workflow_version where workflow_id = $1 and version = $2';

export const findDraftSql =
  'select version from workflow_version where workflow_id = $1 and version < 0 and content_hash = $2';

export const insertDraftSql = `
  insert into workflow_version (workflow_id, version, definition, content_hash)
  select $1, coalesce(min(version), 0) - 1, $3::json, $2 from workflow_version where workflow_id = $1 and version < 0
  on conflict (workflow_id, version) do nothing
  returning version`;

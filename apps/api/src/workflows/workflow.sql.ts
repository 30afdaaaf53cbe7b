/**
 * $1 workspace, $2 path, $3 workflow. Claims a path that is free or already the workflow's; no row
 * when another workflow of the workspace has it. Index: primary key of trigger_route.
 */
export const claimPathSql = `
  insert into trigger_route (workspace_id, path, workflow_id) values ($1, $2, $3)
  on conflict (workspace_id, path) do update set workflow_id = excluded.workflow_id
  where trigger_route.workflow_id = excluded.workflow_id
  returning path`;

/** $1 workflow, $2 paths to keep. Index: trigger_route_of_workflow. */
export const releasePathsSql =
  'delete from trigger_route where workflow_id = $1 and path <> all($2)';

/** $1 workspace, $2 path. Index: primary key of trigger_route. */
export const holderOfPathSql = `
  select w.id, w.name from trigger_route r join workflow w on w.id = r.workflow_id
  where r.workspace_id = $1 and r.path = $2`;

/** $1 workspace, $2 paths; returns those that a workflow holds. Index: primary key. */
export const heldPathsSql =
  'select path from trigger_route where workspace_id = $1 and path = any($2)';

/** $1 workspace. Index: trigger_token_current. */
export const currentTokenSql =
  'select token from trigger_token where workspace_id = $1 and ends_at is null';

/**
 * $1 workflow, $2 versions below this one, $3 bytes, $4 versions. Newest first; the version that
 * reaches $3 is the last one. Reads no definition beyond it. Index: primary key.
 */
const nextSql = (below: string): string => `
  select version, octet_length(definition::text) as bytes from workflow_version
  where workflow_id = $1 and version > 0 and version < ${below} order by version desc limit 1`;

export const versionPageSql = `
with recursive page (version, bytes, place) as (
  select version, bytes, 1 from (${nextSql('$2')}) first
  union all
  select next.version, page.bytes + next.bytes, page.place + 1
  from page cross join lateral (${nextSql('page.version')}) next
  where page.bytes < $3 and page.place < $4
)
select v.version, v.content_hash, v.created_at, v.definition::text as definition
from page join workflow_version v on v.workflow_id = $1 and v.version = page.version
order by v.version desc`;

/**
 * $1 path, $2 workflow, $3 workspace, $4 block. Claims a path that is free or already the
 * workflow's; no row when another workflow has it. Index: primary key.
 */
export const claimPathSql = `
  insert into trigger_path (path, workflow_id, workspace_id, block_id) values ($1, $2, $3, $4)
  on conflict (path) do update set block_id = excluded.block_id where trigger_path.workflow_id = excluded.workflow_id
  returning path`;

/** $1 workflow, $2 paths to keep. Index: trigger_path_of_workflow. */
export const releasePathsSql =
  'delete from trigger_path where workflow_id = $1 and path <> all($2)';

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

/** For conditions on `execution_log l`: fragments, and the lookups that come before a list. */

/** Workflows of one workspace: a few thousand rows at most. */
export const inFolders = (folderIds: string) =>
  `select id from workflow where workspace_id = $1 and folder_id = any(${folderIds}::text[])`;
export const workflowsOfFoldersSql = inFolders('$2');

/** $1 workspace, $2 patterns. Index workflow_of_workspace, then primary key of workflow_version. */
export const versionsWithBlockSql = `
select v.workflow_id, v.version
from workflow w
join workflow_version v on v.workflow_id = w.id
where w.workspace_id = $1 and v.block_names ilike any($2::text[])`;

/**
 * $1 workspace, $2 to $3 days, $4 patterns, $5 limit. Index execution_search_text, once per day.
 * Values are hidden: else Postgres tests text before workspace, 5 ms in a partition of 8,000 rows.
 */
export const executionsWithTextSql = `
select s.execution_id
from execution_search s
where uuid_hash_extended(s.workspace_id, s.day) = any(array(
    select uuid_hash_extended($1::uuid, day) from generate_series($2::int, $3::int) as day))
  and s.workspace_id = (select $1::uuid) and s.text ilike any((select $4::text[])::text[])
limit (select $5::int)`;

/** The reads that a search begins with. */

/** Primary key of workflow_version behind index workflow_of_workspace: the definitions of one workspace. */
export const versionsWithBlockSql = `
select v.workflow_id, v.version
from workflow w
join workflow_version v on v.workflow_id = w.id
where w.workspace_id = $1 and v.block_names ilike any($2::text[])`;

/**
 * Index execution_search_text, once for each day of the window. Values are hidden (`isPlain` in log.sql.ts): seeing them, Postgres asks each row of a
 * partition that is small to it for the text before it asks for the workspace, 5 ms in one of 8,000 rows.
 */
export const executionsWithTextSql = `
select s.execution_id
from execution_search s
where uuid_hash_extended(s.workspace_id, s.day) = any(array(
    select uuid_hash_extended($1::uuid, day) from generate_series($2::int, $3::int) as day))
  and s.workspace_id = (select $1::uuid) and s.text ilike any((select $4::text[])::text[])
limit (select $5::int)`;

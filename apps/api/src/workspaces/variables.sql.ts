/** All but the lock: index primary key (workspace_id, name). */

/**
 * $1 workspace. Only one process at a time adds variables to it; no row once it is deleted. Does
 * not hold up records that refer to the workspace. Index: primary key.
 */
export const lockWorkspaceSql =
  'select id from workspace where id = $1 and erased_at is null for no key update';

/**
 * $1 workspace, $2 name, $3 JSON text, $4 most variables. No row when it is a new one and the
 * workspace has as many.
 */
export const putVariableSql = `
  insert into workspace_variable (workspace_id, name, value)
  select $1::uuid, $2::text, $3::json
  where exists (select from workspace_variable where workspace_id = $1 and name = $2)
    or $4::int > (select count(*) from (select from workspace_variable where workspace_id = $1 limit $4::int) others)
  on conflict (workspace_id, name) do update set value = excluded.value, updated_at = now()
  returning name, value::text as value, updated_at`;

const nextSql = (after: string): string => `
  select name, octet_length(value::text) as bytes from workspace_variable
  where workspace_id = $1 and name > ${after} order by name limit 1`;

/**
 * $1 workspace, $2 names after this one, $3 bytes, $4 variables. The variable that reaches $3 is
 * the last one. Reads no value beyond it.
 */
export const variablePageSql = `
with recursive page (name, bytes, place) as (
  select name, bytes, 1 from (${nextSql('$2')}) first
  union all
  select next.name, page.bytes + next.bytes, page.place + 1
  from page cross join lateral (${nextSql('page.name')}) next
  where page.bytes < $3 and page.place < $4
)
select v.name, v.value::text as value, v.updated_at,
  exists (select from workspace_variable n where n.workspace_id = $1 and n.name > v.name) as is_followed
from page join workspace_variable v on v.workspace_id = $1 and v.name = page.name
order by v.name`;

export const getVariableSql =
  'select name, value::text as value, updated_at from workspace_variable where workspace_id = $1 and name = $2';

export const deleteVariableSql =
  'delete from workspace_variable where workspace_id = $1 and name = $2';

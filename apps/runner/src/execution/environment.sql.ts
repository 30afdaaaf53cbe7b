/**
 * $1 workspace, $2 names, $3 bytes. The row that exceeds $3 is the last one. Index: primary key
 * (workspace_id, name).
 */
export const environmentSql = `
select name, value from (
  select name, value::text as value, sum(octet_length(value::text)) over (order by name) as bytes
  from workspace_variable where workspace_id = $1 and name = any($2)) variable
where bytes - octet_length(value) <= $3 order by name`;

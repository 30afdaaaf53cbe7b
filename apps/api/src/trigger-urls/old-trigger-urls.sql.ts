/** Trigger URLs without a token that still work. */

/**
 * $1 workspace, $2 last path of the previous page or null, $3 how many. Indexes:
 * trigger_path_of_workspace, primary key of trigger_route.
 */
export const listOldUrlsSql = `
  select o.path, r.workflow_id, o.calls, o.last_used_at
  from trigger_path o left join trigger_route r on r.workspace_id = o.workspace_id and r.path = o.path
  where o.workspace_id = $1 and o.retired_at is null and ($2::text is null or o.path > $2)
  order by o.path limit $3`;

/** $1 workspace, $2 path. Index: primary key of trigger_path. */
export const retireOldUrlSql = `
  update trigger_path set retired_at = now() where workspace_id = $1 and path = $2 and retired_at is null`;

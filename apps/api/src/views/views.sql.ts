/** Saved views of one workspace. Index: primary key, unless stated. */
const columns = 'id, name, page, query, created_by, created_at, updated_at';

/**
 * $1 workspace, $2 page of the dashboard or null, $3 and $4 position, $5 limit. A workspace has few
 * hundred. Index: saved_view_page.
 */
export const viewPageSql = `
  select ${columns} from saved_view
  where workspace_id = $1 and ($2::text is null or page = $2)
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc limit $5`;

/** $1 workspace. One process at a time adds views; no row once it is deleted. Primary key. */
export const lockViewsSql =
  'select id from workspace where id = $1 and erased_at is null for no key update';

/** $1 workspace, $2 most to count. Index: saved_view_page. */
export const countViewsSql = `
  select count(*)::int as count from (select from saved_view where workspace_id = $1 limit $2) counted`;

/** $1 id, $2 workspace, $3 name, $4 page, $5 query, $6 user. */
export const insertViewSql = `
  insert into saved_view (id, workspace_id, name, page, query, created_by) values ($1, $2, $3, $4, $5, $6)
  returning ${columns}`;

/** $1 id, $2 workspace, $3 name, $4 page, $5 query. */
export const replaceViewSql = `
  update saved_view set name = $3, page = $4, query = $5, updated_at = now()
  where id = $1 and workspace_id = $2 returning ${columns}`;

/** $1 id, $2 workspace. */
export const deleteViewSql = 'delete from saved_view where id = $1 and workspace_id = $2';

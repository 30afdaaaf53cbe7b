/** Layouts: version 0 is the draft's. Indexes: primary keys. */

/** $1 workflow, $2 workspace, $3 version. No row: no such workflow. Null: it has no layout. */
export const getLayoutSql = `
  select l.layout from workflow w
  left join workflow_layout l on l.workflow_id = w.id and l.version = $3
  where w.id = $1 and w.workspace_id = $2 and w.deleted_at is null`;

/** $1 workflow, $2 workspace, $3 JSON text. No row: no such workflow. */
export const putLayoutSql = `
  insert into workflow_layout (workflow_id, version, layout)
  select id, 0, $3::json from workflow where id = $1 and workspace_id = $2 and deleted_at is null
  on conflict (workflow_id, version) do update set layout = excluded.layout, updated_at = now()
  returning version`;

/** $1 workflow, $2 version. Keeps the draft's layout with the version that was made of it. */
export const copyLayoutSql = `
  insert into workflow_layout (workflow_id, version, layout)
  select workflow_id, $2, layout from workflow_layout where workflow_id = $1 and version = 0
  on conflict (workflow_id, version) do nothing`;

/** Folders of one workspace. Index: primary key (workspace_id, id), unless stated. */
const columns = 'id, parent_id, name, created_at, updated_at';

/** $1 workspace, $2 ids after this one, $3 limit. */
export const folderPageSql = `
  select ${columns} from folder where workspace_id = $1 and id > $2 order by id limit $3`;

/**
 * $1 workspace. One process at a time changes its folders; no row once it is deleted. Does not hold
 * up records that refer to the workspace. Index: primary key.
 */
export const lockTreeSql =
  'select id from workspace where id = $1 and erased_at is null for no key update';

/** $1 workspace. The whole tree: a thousand rows, or as many texts as an earlier release stored. */
export const folderTreeSql = 'select id, parent_id from folder where workspace_id = $1';

/** $1 workspace, $2 id, $3 parent, $4 name. */
export const insertFolderSql = `
  insert into folder (workspace_id, id, parent_id, name) values ($1, $2, $3, $4)
  on conflict (workspace_id, id) do nothing returning ${columns}`;

/** $1 workspace, $2 id. Until the transaction ends, the folder cannot be deleted. */
export const holdFolderSql = 'select from folder where workspace_id = $1 and id = $2 for key share';

/** $1 workspace, $2 id. Waits for all who put something into the folder. */
export const lockFolderSql = `select ${columns} from folder where workspace_id = $1 and id = $2 for update`;

/** $1 workspace, $2 id, $3 parent, $4 name. */
export const changeFolderSql = `
  update folder set parent_id = $3, name = $4, updated_at = now()
  where workspace_id = $1 and id = $2 returning ${columns}`;

/** $1 workspace, $2 id. What keeps it from being deleted. Index: workflow_of_workspace. */
export const contentOfFolderSql = `
  select
    exists (select from folder where workspace_id = $1 and parent_id = $2) as has_folders,
    exists (select from workflow where workspace_id = $1 and folder_id = $2 and deleted_at is null) as has_workflows`;

/** $1 workspace, $2 id. */
export const deleteFolderSql = 'delete from folder where workspace_id = $1 and id = $2';

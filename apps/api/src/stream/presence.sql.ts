/**
 * $1 workflow, $2 workspace, $3 member or null. Names of keys are for owners. Indexes: primary
 * keys.
 */
export const presenceSql = `
select coalesce((select name from app_user where id = $3::uuid), '') as name
from workflow where id = $1::uuid and workspace_id = $2::uuid and deleted_at is null`;

/** All: index primary key (workspace_id, name). Uses: index workflow_secret_names. */

/** Workflows whose draft or deployed version names it: at most 100. */
const usedBy = (workspaceId: string): string => `array(
    select w.id from workflow w
    where uuid_hash_extended(w.workspace_id, 0) = uuid_hash_extended(${workspaceId}, 0) and w.workspace_id = ${workspaceId}
      and w.secret_names @> array[s.name] and w.secret_names <> '{}' and w.deleted_at is null
    limit 100) as used_by`;

const secretColumns = (workspaceId: string): string =>
  `s.name, s.allowed_hosts, s.description, s.updated_by, s.updated_at, ${usedBy(workspaceId)}`;

const workspace = '$1::uuid';

/**
 * $1 workspace, $2 name, $3 ciphertext, $4 hosts; null keeps those of an existing secret. $5
 * whether $6 is the new description, $7 user. An inserted row has no `xmax`.
 */
export const putSecretSql = `
  insert into workspace_secret as s (workspace_id, name, ciphertext, allowed_hosts, description, updated_by)
  values ($1, $2, $3, coalesce($4::text[], '{}'), $6, $7)
  on conflict (workspace_id, name) do update set ciphertext = excluded.ciphertext,
    allowed_hosts = coalesce($4::text[], s.allowed_hosts),
    description = case when $5::boolean then $6 else s.description end, updated_by = $7, updated_at = now()
  returning ${secretColumns(workspace)}, s.xmax = 0 as is_new`;

/**
 * $1 workspace, $2 name, $3 hosts or null, $4 whether hosts may be added, $5 to $7 as above. No row
 * when the secret does not exist, or when a host would be added without permission.
 */
export const changeSecretSql = `
  update workspace_secret s set allowed_hosts = coalesce($3::text[], s.allowed_hosts),
    description = case when $5::boolean then $6 else s.description end, updated_by = $7, updated_at = now()
  where s.workspace_id = $1 and s.name = $2
    and ($3::text[] is null or $4::boolean or s.allowed_hosts = '{}' or ($3::text[] <> '{}' and $3::text[] <@ s.allowed_hosts))
  returning ${secretColumns(workspace)}`;

export const listSecretsSql = `
  select ${secretColumns(workspace)} from workspace_secret s where s.workspace_id = $1 order by s.name`;

export const getSecretSql = `
  select ${secretColumns(workspace)} from workspace_secret s where s.workspace_id = $1 and s.name = $2`;

export const deleteSecretSql = 'delete from workspace_secret where workspace_id = $1 and name = $2';

/** Index workspace_to_erase. The lease expires by itself after an hour if the process dies. */
export const claimErasureSql = `
  update workspace set erase_rows_at = now() + interval '1 hour'
  where id = (
    select id from workspace where erase_rows_at <= now() order by erase_rows_at limit 1 for update skip locked)
  returning id`;

/** $1 workspace. 100 days is longer than any execution may be paused. */
export const enoughErasedSql = `
  update workspace set erase_rows_at = null where id = $1 and erased_at < now() - interval '100 days'`;

/** All: index primary key (workspace_id, name). */

/**
 * $1 workspace, $2 name, $3 ciphertext, $4 hosts; null keeps those of an existing secret. An
 * inserted row has no `xmax`.
 */
export const putSecretSql = `
  insert into workspace_secret (workspace_id, name, ciphertext, allowed_hosts)
  values ($1, $2, $3, coalesce($4::text[], '{}'))
  on conflict (workspace_id, name) do update set ciphertext = excluded.ciphertext,
    allowed_hosts = coalesce($4::text[], workspace_secret.allowed_hosts), updated_at = now()
  returning name, allowed_hosts, updated_at, xmax = 0 as is_new`;

/**
 * $1 workspace, $2 name, $3 hosts, $4 whether hosts may be added. No row when the secret does not
 * exist, or when a host would be added without permission.
 */
export const setAllowedHostsSql = `
  update workspace_secret set allowed_hosts = $3::text[], updated_at = now()
  where workspace_id = $1 and name = $2
    and ($4::boolean or allowed_hosts = '{}' or ($3::text[] <> '{}' and $3::text[] <@ allowed_hosts))
  returning name, allowed_hosts, updated_at`;

export const listSecretsSql =
  'select name, allowed_hosts, updated_at from workspace_secret where workspace_id = $1 order by name';

export const getSecretSql =
  'select name, allowed_hosts, updated_at from workspace_secret where workspace_id = $1 and name = $2';

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

/** $1 workspace, $2 name, $3 ciphertext. Index: primary key (workspace_id, name). */
export const putSecretSql = `
  insert into workspace_secret (workspace_id, name, ciphertext) values ($1, $2, $3)
  on conflict (workspace_id, name) do update set ciphertext = excluded.ciphertext, updated_at = now()
  returning name, updated_at`;

export const listSecretsSql =
  'select name, updated_at from workspace_secret where workspace_id = $1 order by name';

export const getSecretSql =
  'select name, updated_at from workspace_secret where workspace_id = $1 and name = $2';

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

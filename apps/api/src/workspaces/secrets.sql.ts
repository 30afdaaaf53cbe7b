/**
 * $1 workspace, $2 name, $3 ciphertext. An inserted row has no `xmax`.
 * Index: primary key (workspace_id, name).
 */
export const putSecretSql = `
  insert into workspace_secret (workspace_id, name, ciphertext) values ($1, $2, $3)
  on conflict (workspace_id, name) do update set ciphertext = excluded.ciphertext, updated_at = now()
  returning name, updated_at, xmax = 0 as is_new`;

export const listSecretsSql =
  'select name, updated_at from workspace_secret where workspace_id = $1 order by name';

export const getSecretSql =
  'select name, updated_at from workspace_secret where workspace_id = $1 and name = $2';

export const deleteSecretSql = 'delete from workspace_secret where workspace_id = $1 and name = $2';

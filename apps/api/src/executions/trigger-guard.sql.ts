/** $1 workspace, $2 name. Index: primary key. */
export const triggerSecretSql = `
  select ciphertext, allowed_hosts <> '{}' as names_hosts
  from workspace_secret where workspace_id = $1 and name = $2`;

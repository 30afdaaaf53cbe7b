/** $1 workspace, $2 names. Index: primary key. */
export const secretsSql =
  'select name, ciphertext, allowed_hosts from workspace_secret where workspace_id = $1 and name = any($2)';

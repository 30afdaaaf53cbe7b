/** $1 workspace, $2 names. Secrets with hosts. Index: primary key (workspace_id, name). */
export const hostsOfSecretsSql = `
  select name, allowed_hosts from workspace_secret
  where workspace_id = $1 and name = any($2) and allowed_hosts <> '{}'`;

/** $1 workspace, $2 names. Index: primary key (workspace_id, name). */
export const knownVariablesSql =
  'select name from workspace_variable where workspace_id = $1 and name = any($2)';

/** $1 workspace, $2 names. Index: primary key (workspace_id, name). */
export const knownSecretsSql =
  'select name from workspace_secret where workspace_id = $1 and name = any($2)';

/** $1 workspace. For a suggestion. Index: primary key (workspace_id, name). */
export const someSecretsSql =
  'select name from workspace_secret where workspace_id = $1 order by name limit 1000';

/** $1 workspace. For a suggestion. Index: primary key (workspace_id, name). */
export const someVariablesSql =
  'select name from workspace_variable where workspace_id = $1 order by name limit 1000';

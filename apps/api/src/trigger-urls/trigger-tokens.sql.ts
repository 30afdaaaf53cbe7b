/** Trigger tokens of a workspace. Index: trigger_token_of_workspace, unless stated. */

/** $1 workspace. Those that work now, newest first. */
export const listTokensSql = `
  select token, created_at, ends_at from trigger_token
  where workspace_id = $1 and (ends_at is null or ends_at > now()) order by created_at desc, token`;

export const deleteEndedTokensSql =
  'delete from trigger_token where workspace_id = $1 and ends_at <= now()';

/**
 * $1 workspace, $2 seconds. A former token that ends earlier keeps its end. Rounded down, because
 * the column would round up to a time that is still to come.
 */
export const endTokensSql = `
  update trigger_token set ends_at = least(ends_at, date_trunc('milliseconds', now()) + make_interval(secs => $2))
  where workspace_id = $1`;

/** $1 workspace. Former tokens that still work, and when the first of them ends. */
export const overlappingTokensSql = `
  select count(*) as tokens, min(ends_at) as first_end from trigger_token where workspace_id = $1 and ends_at > now()`;

/** $1 workspace. The database makes the token. Index trigger_token_current allows one. */
export const insertTokenSql = `
  insert into trigger_token (workspace_id) values ($1) returning token, created_at, ends_at`;

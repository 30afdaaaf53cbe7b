/**
 * $1 key hash. A key whose member was removed does not work either. Indexes: api_key.key_hash
 * (unique), then primary keys.
 */
export const findKeySql = `
  select k.id as key_id, k.workspace_id, k.account_id, k.user_id, coalesce(k.role, m.role) as role, k.scopes, k.expires_at,
    k.workflow_ids, k.allowed_addresses, a.plan, a.limits, a.suspended_at, a.suspended_reason,
    k.revoked_at is null and coalesce(k.role, m.role) is not null as works
  from api_key k join account a on a.id = k.account_id
    left join workspace_member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where k.key_hash = $1`;

/** $1 key ids; returns those that work. Indexes: primary keys of api_key and workspace_member. */
export const workingKeysSql = `
  select k.id from api_key k
    left join workspace_member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where k.id = any($1::uuid[]) and k.revoked_at is null and coalesce(k.role, m.role) is not null
    and (k.expires_at is null or k.expires_at > now())`;

/** $1 key id. The condition avoids several writes in the same minute. Index: primary key. */
export const touchKeySql = `
  update api_key set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

import { advisoryLocks } from '@libs/persistence';

/**
 * Held until the transaction ends: when several processes start at once, only one creates the rows.
 */
export const bootstrapLockSql = `select pg_advisory_xact_lock(${advisoryLocks.bootstrapping})`;

export const insertAccountSql = `
  insert into account (id, name, plan) values ($1, 'Default', 'enterprise') on conflict (id) do nothing`;

export const insertWorkspaceSql = `
  insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'Default', $3) on conflict (id) do nothing`;

/**
 * $1 user, $2 account, $3 workspace. Only while the workspace has no member. The owner has no email
 * address: it represents the person who runs the service.
 */
export const insertFirstOwnerSql = `
  with owner as (
    insert into app_user (id, account_id, name)
    select $1, $2, 'Owner' where not exists (select from workspace_member where workspace_id = $3)
    on conflict (id) do update set name = excluded.name
    returning id)
  insert into workspace_member (workspace_id, user_id, role) select $3, id, 'owner' from owner`;

export const wrappedKeySql = 'select wrapped_key from workspace where id = $1';

/** Also finds revoked keys: a restart must not re-enable one. */
export const findOwnerKeySql = 'select workspace_id, revoked_at from api_key where key_hash = $1';

export const insertOwnerKeySql = `
  insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
  values ($1, $2, $3, 'Owner', $4, $5, $6)`;

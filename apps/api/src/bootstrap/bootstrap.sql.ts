import { advisoryLocks } from '@libs/persistence';

/** Held until the transaction ends: of several processes that start at once, one makes what is missing. */
export const bootstrapLockSql = `select pg_advisory_xact_lock(${advisoryLocks.bootstrapping})`;

export const insertAccountSql = `
  insert into account (id, name, plan) values ($1, 'Default', 'enterprise') on conflict (id) do nothing`;

export const insertWorkspaceSql = `
  insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'Default', $3) on conflict (id) do nothing`;

/** Only while nobody is a member; the owner without an address stands for whoever runs the service. */
export const insertFirstOwnerSql = `
  with owner as (
    insert into app_user (id, account_id, name)
    select $1, $2, 'Owner' where not exists (select from workspace_member where workspace_id = $3)
    on conflict (id) do update set name = excluded.name
    returning id)
  insert into workspace_member (workspace_id, user_id, role) select $3, id, 'owner' from owner`;

export const wrappedKeySql = 'select wrapped_key from workspace where id = $1';

/** Also finds revoked keys: one that was revoked must not come back to life by a restart. */
export const findOwnerKeySql = 'select workspace_id, revoked_at from api_key where key_hash = $1';

export const insertOwnerKeySql = `
  insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
  values ($1, $2, $3, 'Owner', $4, $5, $6)`;

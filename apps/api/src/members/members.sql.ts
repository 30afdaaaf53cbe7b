/** Members of workspaces. Statements use primary keys, unless an index is named. */

/**
 * $1 workspace. Serializes changes of ownership; `no key update` does not block keys and workflows.
 */
export const lockWorkspaceSql =
  'select 1 from workspace where id = $1 and erased_at is null for no key update';

const member =
  'm.user_id, u.email, u.name, m.role, m.created_at from workspace_member m join app_user u on u.id = m.user_id';

export const findMemberSql = `select ${member} where m.workspace_id = $1 and m.user_id = $2`;

/** $1 workspace, $2 and $3 page key or null, $4 how many. Index: workspace_member_page. */
export const listMembersSql = `
  select ${member}
  where m.workspace_id = $1 and ($2::timestamptz is null or (m.created_at, m.user_id) < ($2, $3::uuid))
  order by m.created_at desc, m.user_id desc limit $4`;

/** $1 workspace, $2 user. The member can't be removed until the transaction ends. */
export const holdMemberSql =
  'select 1 from workspace_member where workspace_id = $1 and user_id = $2 for key share';

/**
 * $1 new id, $2 account, $3 email, $4 name; returns the user's id. An existing user stays
 * unchanged. Index: app_user_by_email.
 */
export const ensureUserSql = `
  insert into app_user (id, account_id, email, name) values ($1, $2, $3, $4)
  on conflict (account_id, email) do update set email = excluded.email
  returning id`;

export const insertMemberSql = `
  insert into workspace_member (workspace_id, user_id, role) values ($1, $2, $3) on conflict do nothing
  returning user_id`;

export const changeRoleSql =
  'update workspace_member set role = $3 where workspace_id = $1 and user_id = $2';

export const deleteMemberSql =
  'delete from workspace_member where workspace_id = $1 and user_id = $2';

/** $1 workspace, $2 user. A returning member's old keys stay revoked. Index: api_key_of_user. */
export const revokeKeysOfMemberSql = `
  update api_key set revoked_at = now() where workspace_id = $1 and user_id = $2 and revoked_at is null`;

export const hasOwnerSql = `
  select exists (select from workspace_member where workspace_id = $1 and role = 'owner') as has_owner`;

/** $1 new workspace; its owner is $2, or if null all owners of the calling workspace $3. */
export const insertFirstOwnersSql = `
  insert into workspace_member (workspace_id, user_id, role)
  select $1, user_id, 'owner' from workspace_member
  where workspace_id = $3 and role = 'owner' and ($2::uuid is null or user_id = $2)`;

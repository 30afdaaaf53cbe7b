/**
 * Sessions of browsers. A session of a key has that key's rights, and one of a person has their
 * role; both are read anew each time, so a session can't outlive them.
 */
import { apiKeyScopes, workspaceRoles } from '@libs/persistence';

const isOpen = `s.expires_at > now() and s.last_seen_at > now() - interval '12 hours'`;
const keyWorks = `k.revoked_at is null and coalesce(k.role, m.role) is not null
    and (k.expires_at is null or k.expires_at > now())`;
const everyScope = `array[${apiKeyScopes.map((scope) => `'${scope}'`).join(', ')}]`;

const roles = `array[${workspaceRoles.map((role) => `'${role}'`).join(', ')}]`;

/** The lower role of a person's session `s` and its member `m`. A part of statements. */
export const roleInSession = `case when s.highest_role is null then m.role else
    (${roles})[least(array_position(${roles}, m.role), array_position(${roles}, s.highest_role))] end`;

/**
 * $1 token hash, $2 workspace or null: that of the key, or the person's oldest membership. Indexes:
 * session.token_hash (unique), workspace_member_of_user, then primary keys.
 */
export const findSessionSql = `
  select s.id as session_id, k.id as key_id, k.workspace_id, k.account_id, k.user_id, coalesce(k.role, m.role) as role,
    k.scopes, k.expires_at, k.workflow_ids, k.allowed_addresses, a.plan, a.limits,
    a.suspended_at, a.suspended_reason, k.created_at as since
  from session s join api_key k on k.id = s.api_key_id join account a on a.id = k.account_id
    left join workspace_member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where s.token_hash = $1 and ${isOpen} and ${keyWorks} and ($2::uuid is null or k.workspace_id = $2)
  union all
  select s.id, s.id, m.workspace_id, s.account_id, m.user_id, ${roleInSession}, ${everyScope}, null, null, null, a.plan,
    a.limits, a.suspended_at, a.suspended_reason, m.created_at
  from session s join workspace_member m on m.user_id = s.user_id join workspace w on w.id = m.workspace_id
    join account a on a.id = s.account_id
  where s.token_hash = $1 and ${isOpen} and w.erased_at is null
    and ($2::uuid is null or m.workspace_id = $2) and (s.workspace_id is null or s.workspace_id = m.workspace_id)
  order by since limit 1`;

/**
 * $1 sessions and $2 the workspace that each is used in; returns the pairs that work. Indexes:
 * primary keys of session, api_key and workspace_member.
 */
export const workingSessionsSql = `
  select u.id || ' ' || u.workspace_id as id from unnest($1::uuid[], $2::uuid[]) as u (id, workspace_id)
    join session s on s.id = u.id
    left join api_key k on k.id = s.api_key_id
    left join workspace_member m on m.workspace_id = u.workspace_id and m.user_id = coalesce(s.user_id, k.user_id)
  where ${isOpen} and case when k.id is null then m.role is not null else ${keyWorks} end`;

/** $1 session. The condition avoids several writes in the same minute. Index: primary key. */
export const touchSessionSql = `
  update session set last_seen_at = now()
  where id = $1 and last_seen_at < now() - interval '1 minute'`;

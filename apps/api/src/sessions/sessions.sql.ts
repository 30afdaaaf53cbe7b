/** Sessions of browsers and links that make one. */
import { roleInSession } from '../auth/session.sql.js';

const sessionEnd = `interval '30 days'`;

/**
 * $1 id, $2 token hash, $3 account, $4 key or null, $5 person or null, $6 only workspace or null,
 * $7 address, $8 user agent or null, $9 highest role or null.
 */
export const insertSessionSql = `
  insert into session (id, token_hash, account_id, api_key_id, user_id, workspace_id, expires_at, address, agent, highest_role)
  values ($1, $2, $3, $4, $5, $6, now() + ${sessionEnd}, $7, $8, $9)`;

/** Each new session removes some that have ended. Index: session_end. */
export const deleteExpiredSql = `
  delete from session where id = any(array(select id from session where expires_at < now() order by expires_at limit 100))`;

/** $1 key, $2 how many stay. Index: session_of_key. */
export const endOldestOfKeySql = `
  delete from session where id = any(array(
    select id from session where api_key_id = $1 order by created_at desc offset $2))`;

/** $1 person, $2 how many stay. Index: session_of_user. */
export const endOldestOfUserSql = `
  delete from session where id = any(array(
    select id from session where user_id = $1 order by created_at desc offset $2))`;

/**
 * $1 session, $2 how many workspaces at most. Indexes: primary keys and workspace_member_of_user.
 */
export const describeSessionSql = `
  select s.expires_at, k.user_id, s.api_key_id, u.email, w.id as workspace_id, w.name, coalesce(k.role, m.role) as role, w.created_at
  from session s join api_key k on k.id = s.api_key_id join workspace w on w.id = k.workspace_id
    left join app_user u on u.id = k.user_id
    left join workspace_member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where s.id = $1
  union all
  select s.expires_at, m.user_id, s.api_key_id, u.email, w.id, w.name, ${roleInSession}, m.created_at
  from session s join workspace_member m on m.user_id = s.user_id join workspace w on w.id = m.workspace_id
    join app_user u on u.id = m.user_id
  where s.id = $1 and w.erased_at is null and (s.workspace_id is null or s.workspace_id = m.workspace_id)
  order by created_at limit $2`;

/**
 * $1 calling session or null, $2 calling key. A person's session sees their others; one that a link
 * of a workspace made sees those of such links only. Newest first. Indexes: primary key,
 * session_of_user, session_of_key.
 */
export const listSessionsSql = `
  select id, created_at, last_seen_at, address, agent from (
    (select own.* from session me join session own on own.user_id = me.user_id
      where me.id = $1 and (me.workspace_id is null or own.workspace_id = me.workspace_id)
      order by own.created_at desc limit 50)
    union all
    (select * from session where api_key_id = $2 order by created_at desc limit 50)) own
  where expires_at > now() and last_seen_at > now() - interval '12 hours'
  order by created_at desc limit 50`;

/**
 * $1 session, $2 calling session or null, $3 calling key: one of those listed. Index: primary key.
 */
export const endSessionSql = `
  delete from session s where s.id = $1 and (s.api_key_id = $3 or exists (
    select from session me where me.id = $2 and me.user_id = s.user_id
      and (me.workspace_id is null or me.workspace_id = s.workspace_id)))
  returning s.id`;

/** $1 token hash, $2 person, $3 only workspace or null, $4 seconds until it ends. */
export const insertLinkSql = `
  insert into sign_in_link (token_hash, user_id, workspace_id, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4)) returning expires_at`;

/** $1 person, $2 how many stay. Index: sign_in_link_of_user. */
export const endOldestLinksSql = `
  delete from sign_in_link where token_hash = any(array(
    select token_hash from sign_in_link where user_id = $1 order by created_at desc offset $2))`;

/** $1 token hash. A link works once. Indexes: primary keys. */
export const takeLinkSql = `
  delete from sign_in_link l using app_user u
  where l.token_hash = $1 and u.id = l.user_id and l.expires_at > now()
  returning l.user_id, l.workspace_id, u.account_id`;

/** $1 workspace: its first owner. Index: workspace_member_page. */
export const firstOwnerSql = `
  select user_id as id from workspace_member where workspace_id = $1 and role = 'owner' order by created_at, user_id limit 1`;

/**
 * $1 address in lower case, $2 account or null, $3 how many; the person's users who are members of
 * a workspace, the oldest first. Indexes: app_user_of_email, workspace_member_of_user.
 */
export const membersByEmailSql = `
  select u.id, u.account_id, a.name as account_name from app_user u join account a on a.id = u.account_id
  where u.email = $1 and ($2::uuid is null or u.account_id = $2) and exists (
    select from workspace_member m join workspace w on w.id = m.workspace_id
    where m.user_id = u.id and w.erased_at is null)
  order by u.created_at, u.id limit $3`;

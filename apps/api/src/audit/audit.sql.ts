/**
 * Management actions. Writes use the primary key; reads use audit_event_of_workspace,
 * audit_event_of_account and audit_event_of_operator. One statement writes a row and its Kafka
 * record, so neither exists without the other.
 */
import { advisoryLocks } from '@libs/persistence';
import { noId } from './operator.js';

/** Held until the commit, so records are numbered in the order in which they become visible. */
const numbering = `numbering as materialized (select pg_advisory_xact_lock(${advisoryLocks.numberingAudits}))`;
const intoOutbox =
  'insert into audit_outbox (event_id, event_type, workspace_id, occurred_at, value)';

/** $1 to $12 the row, $13 event id, $14 event type, $15 encoded record. */
export const beginActionSql = `
  with ${numbering}, event as (
    insert into audit_event
      (id, workspace_id, account_id, key_id, user_id, action, path, target_id, ip, user_agent, request_id, occurred_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))
  ${intoOutbox}
  select $13::text, $14::text, $2, $12, $15::bytea from numbering`;

/** $1 to $3 the row, $4 workspace, $5 time, $6 event id, $7 event type, $8 encoded record. */
export const endActionSql = `
  with ${numbering}, event as (update audit_event set status = $2, target_id = $3 where id = $1 returning id)
  ${intoOutbox}
  select $6::text, $7::text, $4::uuid, $5::timestamptz, $8::bytea from numbering, event`;

/** Via the primary key: a table scan would read published records' dead rows each time. */
export const hasUnpublishedSql =
  'select exists (select from (select from audit_outbox order by position limit 1) first) as has_some';

/** One publisher at a time; false when another process holds the lock. */
export const publisherLockSql = `select pg_try_advisory_xact_lock(${advisoryLocks.publishingAudits}) as is_mine`;

/** $1 how many. Index: primary key. */
export const unpublishedSql = `
  select position, event_id, event_type, workspace_id, occurred_at, value from audit_outbox order by position limit $1`;

export const publishedSql = 'delete from audit_outbox where position <= $1';

/** $1 account, $2 how many. What operators did to it, newest first. */
export const operatorActionsSql = `
  select action, occurred_at, status, ip, user_agent from audit_event
  where account_id = $1 and workspace_id = '${noId}' order by occurred_at desc, id desc limit $2`;

const columns =
  'id, workspace_id, key_id, user_id, action, path, target_id, ip, user_agent, request_id, occurred_at, status';

/**
 * $1 workspace, $2 account. Includes creation and deletion of the account's other workspaces: after
 * its deletion, a workspace has no members left who could list them. Includes what an operator did
 * to the account, without the operator's address and client.
 */
export const listActionsSql = `
  select ${columns} from (
    select ${columns} from audit_event where workspace_id = $1
    union
    select ${columns} from audit_event where account_id = $2 and action in ('createWorkspace', 'deleteWorkspace')
    union
    select id, workspace_id, key_id, user_id, action, path, target_id, '', null, '', occurred_at, status
    from audit_event where account_id = $2 and workspace_id = '${noId}') as e
  where ($3::text is null or action = $3) and ($4::timestamptz is null or occurred_at >= $4)
    and ($5::timestamptz is null or occurred_at <= $5) and ($6::timestamptz is null or (occurred_at, id) < ($6, $7::uuid))
  order by occurred_at desc, id desc
  limit $8`;

/** Management actions. Written by primary key; read by index audit_event_of_workspace and audit_event_of_account. */

export const beginActionSql = `
  insert into audit_event (id, workspace_id, account_id, key_id, user_id, action, path, target_id, ip, user_agent, request_id, occurred_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())`;

export const endActionSql = `
  update audit_event set status = $2, target_id = coalesce($3, target_id) where id = $1`;

const columns =
  'id, workspace_id, key_id, user_id, action, path, target_id, ip, user_agent, request_id, occurred_at, status';

/** Of the workspace, and the coming and going of the account's other ones, which have nobody left to ask. */
export const listActionsSql = `
  select ${columns} from (
    select ${columns} from audit_event where workspace_id = $1
    union
    select ${columns} from audit_event where account_id = $2 and action in ('createWorkspace', 'deleteWorkspace')) as e
  where ($3::text is null or action = $3) and ($4::timestamptz is null or occurred_at >= $4)
    and ($5::timestamptz is null or occurred_at <= $5) and ($6::timestamptz is null or (occurred_at, id) < ($6, $7::uuid))
  order by occurred_at desc, id desc
  limit $8`;

/**
 * One row for each kind, workflow and day: the latest of its partitions, found by the primary key.
 * Subscriptions that the service switched off are read from their own rows, as long as they are
 * off. Indexes: notification_page, subscription_switched_off.
 */
const entries = `
select * from (
  (select n.last_at as at, n.kind, n.workflow_id as subject_id, n.day, n.workflow_id, n.execution_id, n.code, null::text as url
  from notification n
  where n.workspace_id = $1::uuid and n.last_at > $2::timestamptz
    and ($3::timestamptz is null or (n.last_at, n.kind, n.workflow_id) > ($3, $4::text, $5::uuid))
    and ($6::timestamptz is null or (n.last_at, n.kind, n.workflow_id) < ($6, $7::text, $8::uuid))
    and not exists (
      select from notification o
      where o.workspace_id = n.workspace_id and o.day = n.day and o.kind = n.kind and o.workflow_id = n.workflow_id
        and (o.last_at, o.ledger_partition) > (n.last_at, n.ledger_partition))
  order by n.last_at desc, n.kind desc, n.workflow_id desc limit $9)
  union all
  (select s.deactivated_at, 'subscription-off', s.id, null, s.workflow_id, null, s.deactivated_reason, s.url
  from subscription s
  where s.workspace_id = $1::uuid and s.deactivated_at > $2::timestamptz and s.deleted_at is null
    and ($3::timestamptz is null or (s.deactivated_at, 'subscription-off', s.id) > ($3, $4::text, $5::uuid))
    and ($6::timestamptz is null or (s.deactivated_at, 'subscription-off', s.id) < ($6, $7::text, $8::uuid))
  order by s.deactivated_at desc, s.id desc limit $9)) e
order by at desc, kind desc, subject_id desc limit $9`;

/**
 * $1 workspace, $2 the oldest time, $3 to $5 after this one (time, kind, subject) or null, $6 to $8
 * before this one or null, $9 limit. Newest first.
 */
export const notificationPageSql = `
select p.at, p.kind, p.subject_id, coalesce(g.first_at, p.at) as first_at, coalesce(g.count, 1)::float8 as count,
  p.workflow_id, w.name as workflow_name, p.execution_id, p.code, p.url
from (${entries}) p
left join lateral (
  select min(n.first_at) as first_at, sum(n.count) as count from notification n
  where n.workspace_id = $1::uuid and n.day = p.day and n.kind = p.kind and n.workflow_id = p.subject_id) g on true
left join workflow w on w.id = p.workflow_id and w.workspace_id = $1::uuid and w.deleted_at is null
order by p.at desc, p.kind desc, p.subject_id desc`;

/** The same parameters. */
export const countNotificationsSql = `select count(*)::int as count from (${entries}) e`;

/** $1 workspace, $2 reader. Index: primary key. */
export const readPositionSql =
  'select read_at from notification_read where workspace_id = $1 and reader_id = $2';

/** $1 workspace, $2 reader, $3 time. It never goes back, nor beyond now. Conflict by the key. */
export const markReadSql = `
insert into notification_read as r (workspace_id, reader_id, read_at) values ($1, $2, least($3::timestamptz, now()))
on conflict (workspace_id, reader_id) do update set read_at = greatest(r.read_at, excluded.read_at)`;

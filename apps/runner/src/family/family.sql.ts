/**
 * Statements on execution_family, execution_descendant and execution_cancellation. A family is
 * everything that one execution, its root, started directly or through others.
 */

/**
 * Arrays: child, parent, grandparent or null, workspace, family limit. Returns `counted`, `known`,
 * `too_large` or `cancelled` per child. A database function. Indexes: primary keys.
 */
export const requestDescendantsSql = `
select execution_id, outcome
from request_descendants($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[])`;

/**
 * Arrays: execution, parent, workspace, account, has begun; $6, $7 accounts, limits; $8 window end,
 * ms. Returns `admitted`, `waits` or `cancelled`. A database function. Indexes: primary keys.
 */
export const admitDescendantsSql = `
select execution_id, outcome, ancestors, admitted_at, due_at
from admit_descendants($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bool[], $6::uuid[], $7::int[], $8::bigint)`;

/**
 * $1 execution ended without success, $2 workspace, $3 parent or null, $4 children it awaited.
 * Those of the previous release get a row. Indexes: primary keys, execution_log by execution.
 */
export const stopFamilySql = `
with line as (
  select coalesce(d.root_id, $3::uuid, $1::uuid) as root_id,
    coalesce(d.ancestors, array_remove(array[$3::uuid], null)) || $1::uuid as ancestors
  from (select) one left join execution_descendant d on d.execution_id = $1::uuid and d.workspace_id = $2::uuid),
unknown as (
  insert into execution_descendant (execution_id, root_id, workspace_id, ancestors, admitted_at)
  select c.id, line.root_id, $2::uuid, line.ancestors, now() from line, unnest($4::uuid[]) c(id)
  where exists (select from execution_log l where l.execution_id = c.id and l.ended_at is null)
  on conflict (execution_id) do nothing)
insert into execution_cancellation (execution_id, workspace_id, root_id)
select $1::uuid, $2::uuid, line.root_id from line
on conflict (execution_id, workspace_id) do update set done_at = null`;

/** $1 descendants that have ended. Index: primary key. */
export const endDescendantsSql = `
update execution_descendant set ended_at = now()
where execution_id = any($1::uuid[]) and ended_at is null`;

/**
 * $1 last answer's end or null, $2 how many. Cancellations not visible before. The age keeps higher
 * ids of a restored database from repeating. Index: execution_cancellation_of_transaction.
 */
export const newCancellationsSql = `
select s.seen_to, c.execution_id, c.workspace_id, c.transaction_id::text as transaction_id
from (select pg_snapshot_xmin(pg_current_snapshot()) as seen_to) s
left join lateral (
  select * from execution_cancellation c
  where c.transaction_id >= coalesce($1::text::xid8, s.seen_to) and c.cancelled_at > now() - interval '1 hour'
  order by c.transaction_id limit $2) c on true`;

/**
 * $1 lease in ms, after which a command is issued again; $2 how many. Indexes:
 * execution_cancellation_open, execution_descendant_open.
 */
export const claimStopsSql = `
with target as (
  select d.execution_id from (
    select * from execution_cancellation where done_at is null order by cancelled_at limit 1000) c
  cross join lateral (
    select d.execution_id from execution_descendant d
    where d.root_id = c.root_id and d.ended_at is null and d.workspace_id = c.workspace_id
      and c.execution_id = any(d.ancestors)
      and (d.stop_issued_at is null or d.stop_issued_at < now() - $1::int * interval '1 millisecond')
    limit $2 for update skip locked) d
  limit $2)
update execution_descendant d set stop_issued_at = now() from target t
where d.execution_id = t.execution_id
returning d.execution_id, d.workspace_id`;

/**
 * $1 descendants. Returns those projected as ended, and those not projected an hour after counting:
 * the runner died before requesting them. Indexes: primary key, execution_log by execution.
 */
export const endedOfSql = `
select d.execution_id from execution_descendant d
left join execution_log l on l.execution_id = d.execution_id
where d.execution_id = any($1::uuid[]) and (l.ended_at is not null
  or (l.execution_id is null and d.requested_at < now() - interval '1 hour'))`;

/** $1 at most. Counts unended descendants of cancelled ones. Indexes as in `claimStopsSql`. */
export const toStopSql = `
select count(*)::int as count from (
  select from (
    select * from execution_cancellation where done_at is null order by cancelled_at limit 1000) c
  cross join lateral (
    select from execution_descendant d
    where d.root_id = c.root_id and d.ended_at is null and d.workspace_id = c.workspace_id
      and c.execution_id = any(d.ancestors) limit $1) d
  limit $1) left_over`;

/**
 * $1 how many. Closes cancellations with no open descendant. Indexes: execution_cancellation_open,
 * execution_descendant_open.
 */
export const finishCancellationsSql = `
update execution_cancellation c set done_at = now()
from (
  select execution_id, workspace_id from execution_cancellation o
  where o.done_at is null and o.cancelled_at < now() - interval '5 seconds' and not exists (
    select from execution_descendant d
    where d.root_id = o.root_id and d.ended_at is null and o.execution_id = any(d.ancestors))
  order by o.cancelled_at limit $1) o
where c.execution_id = o.execution_id and c.workspace_id = o.workspace_id`;

/** $1 how many. Index: execution_cancellation_done. */
export const dropCancellationsSql = `
delete from execution_cancellation where (execution_id, workspace_id) in (
  select execution_id, workspace_id from execution_cancellation
  where done_at < now() - interval '1 day' order by done_at limit $1)`;

/**
 * $1 how many. Families due for a check, and how their roots ended. Older families are checked less
 * often. Indexes: execution_family_check, execution_log by execution.
 */
export const claimFamiliesSql = `
with due as (
  select root_id from execution_family where check_at <= now() order by check_at limit $1 for update skip locked)
update execution_family f
set check_at = now() + least(interval '1 hour', greatest(interval '1 minute', (now() - f.created_at) / 2))
from due
left join lateral (
  select l.status from execution_log l where l.execution_id = due.root_id and l.ended_at is not null limit 1) r on true
where f.root_id = due.root_id
returning f.root_id, f.workspace_id, r.status, f.created_at < now() - interval '40 days' as is_old`;

/**
 * $1 roots. Descendants whose end was not recorded. Indexes: execution_descendant_open,
 * execution_log by execution.
 */
export const noteEndedSql = `
update execution_descendant d set ended_at = l.ended_at
from execution_log l
where d.root_id = any($1::uuid[]) and d.ended_at is null and l.execution_id = d.execution_id and l.ended_at is not null`;

/** $1 roots. Returns those with an unended descendant. Index: execution_descendant_open. */
export const openRootsSql = `
select r.id as root_id from unnest($1::uuid[]) r(id)
where exists (select from execution_descendant d where d.root_id = r.id and d.ended_at is null)`;

/** $1 roots, $2 how many. Index: execution_descendant_of_root. */
export const dropDescendantsSql = `
delete from execution_descendant where execution_id in (
  select execution_id from execution_descendant where root_id = any($1::uuid[]) limit $2)`;

/** $1 roots. Index: primary key. */
export const dropFamiliesSql = 'delete from execution_family where root_id = any($1::uuid[])';

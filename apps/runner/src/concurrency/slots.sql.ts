/**
 * Statements on `execution_turn`. Those that decide run under the locks of the accounts concerned,
 * one transaction per batch.
 */
import { slotsKnownSql } from './slot-census.sql.js';

/** Arrays as in `arriveSql`; $7, $8 limited accounts and their limits. A database function. */
export const grantAtOnceSql = `
select case when (${slotsKnownSql}) then
  take_turns($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::bool[], $7::uuid[], $8::int[])
else false end as taken`;

/**
 * $1 account ids. Its own statement: later ones must see what the previous lock holder wrote.
 * Sorted, so that two transactions never deadlock.
 */
export const lockAccountsSql = `
select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended('execution_turn ' || id, 0) as key from unnest($1::text[]) id order by key) keys`;

/** $1 ended executions, $2 their accounts. Returns accounts with waiters. A database function. */
export const releaseSql = 'select release_turns($1::uuid[], $2::uuid[]) as account_id';

/** $1 executions. Index: primary key. */
export const leaveLineSql = 'delete from execution_turn where execution_id = any($1::uuid[])';

/**
 * Arrays: execution, account, workflow, requested at, own limit, has begun. Returns new rows only:
 * an execution that has a row keeps it.
 */
export const arriveSql = `
insert into execution_turn (execution_id, account_id, workflow_id, requested_at, own_limit, granted_at)
select execution_id, account_id, workflow_id, requested_at, own_limit, case when has_begun then now() end
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::bool[])
  as a(execution_id, account_id, workflow_id, requested_at, own_limit, has_begun)
on conflict (execution_id) do nothing
returning execution_id`;

/** $1 accounts. Index: primary key. */
export const accountsSql = 'select id, plan, limits from account where id = any($1::uuid[])';

/**
 * $1 limited accounts. Paused executions count only if paused for a slot they now have. No join: it
 * would read all parked rows. Indexes: execution_turn_of_account, parked_execution primary key.
 */
export const occupiedByAccountSql = `
select t.account_id, count(*)::int as held from execution_turn t
where t.account_id = any($1::uuid[]) and t.granted_at is not null and (
  select p.resumed_sequence is null and p.waits->0->>'kind' <> 'turn' from parked_execution p
  where p.execution_id = t.execution_id) is not true
group by t.account_id`;

/**
 * $1 accounts, $2 rows per queue, $3 executions always included. A row per workflow with waiters,
 * by skip scan of execution_turn_waiting. Limit: the deployed version's, else the execution's own.
 */
export const linesSql = `
with recursive line as (
  select a.id as account_id, f.workflow_id
  from unnest($1::uuid[]) a(id) cross join lateral (
    select workflow_id from execution_turn
    where account_id = a.id and granted_at is null order by workflow_id limit 1) f
  union all
  select l.account_id, n.workflow_id
  from line l cross join lateral (
    select workflow_id from execution_turn
    where account_id = l.account_id and granted_at is null and workflow_id > l.workflow_id
    order by workflow_id limit 1) n)
select l.account_id,
  case when d.is_deployed then d.own_limit else (q.waiting->0->>'ownLimit')::int end as "limit",
  (select count(*)::int from execution_turn h where h.workflow_id = l.workflow_id and h.granted_at is not null) as held,
  q.waiting
from line l
cross join lateral (
  select json_agg(json_build_object('executionId', execution_id, 'ownLimit', own_limit,
    'requestedAt', (extract(epoch from requested_at) * 1000)::bigint) order by requested_at, execution_id) as waiting
  from (
    (select execution_id, requested_at, own_limit from execution_turn
    where account_id = l.account_id and workflow_id = l.workflow_id and granted_at is null
    order by requested_at, execution_id limit $2)
    union
    select execution_id, requested_at, own_limit from execution_turn
    where execution_id = any($3::uuid[]) and workflow_id = l.workflow_id and granted_at is null) w) q
left join lateral (
  select true as is_deployed, (v.definition->'concurrency'->>'limit')::int as own_limit
  from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version
  where w.id = l.workflow_id and w.deleted_at is null) d on true`;

/** $1 executions that get a slot. */
export const grantSql = `
update execution_turn set granted_at = now(), issued_at = now()
where execution_id = any($1::uuid[]) and granted_at is null`;

/** $1 executions. Index: primary key. */
export const standingSql = `
select execution_id, granted_at is not null as granted from execution_turn where execution_id = any($1::uuid[])`;

/** One process at a time repairs what others left. */
export const trySweepLockSql = `select pg_try_advisory_xact_lock(hashtextextended('execution_turn sweep', 0)) as locked`;

/**
 * Slots of ended executions whose runner died before freeing them. Looks up each used slot by the
 * unique index on execution_log.execution_id; as a join, Postgres would read the whole log.
 */
export const releaseEndedSql = `
delete from execution_turn t
where t.granted_at is not null
  and (select l.ended_at from execution_log l where l.execution_id = t.execution_id limit 1) is not null`;

/**
 * A child run of a workflow that an execution above it also runs would wait for a slot that is used
 * until the child ends. So it continues in that slot.
 */
export const grantReentrantSql = `
with recursive below as (
  select t.workflow_id, c.id
  from execution_turn t
  join parked_execution p on p.execution_id = t.execution_id and p.resumed_sequence is null and p.children <> '{}'
  cross join lateral unnest(p.children) c(id)
  where t.granted_at is not null
  union
  select b.workflow_id, c.id
  from below b
  join parked_execution p on p.execution_id = b.id and p.resumed_sequence is null
  cross join lateral unnest(p.children) c(id))
update execution_turn t set granted_at = now(), issued_at = now()
from below b
where t.execution_id = b.id and t.workflow_id = b.workflow_id and t.granted_at is null
returning t.execution_id`;

/** $1 lease in ms. Granted a slot earlier and not resumed since: the command was lost. */
export const reissueSql = `
update execution_turn t set issued_at = now()
from parked_execution p
where t.granted_at is not null and t.issued_at < now() - $1::int * interval '1 millisecond'
  and p.execution_id = t.execution_id and p.resumed_sequence is null and p.waits->0->>'kind' = 'turn'
returning t.execution_id`;

/** Accounts with waiting executions, by skip scan of the index execution_turn_waiting. */
export const waitingAccountsSql = `
with recursive waiting as (
  (select account_id from execution_turn where granted_at is null order by account_id limit 1)
  union all
  select n.account_id from waiting w cross join lateral (
    select account_id from execution_turn
    where granted_at is null and account_id > w.account_id order by account_id limit 1) n)
select account_id from waiting`;

/** $1 account. Index: primary key. */
export const accountLimitsSql = 'select plan, limits from account where id = $1';

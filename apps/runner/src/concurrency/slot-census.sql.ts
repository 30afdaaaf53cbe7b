/** Statements on `turn_census` and `census_done`, and the rows they restore in `execution_turn`. */

/** Whether every concurrency slot is known in this instance of Postgres. Index: primary key. */
export const slotsKnownSql = `
select exists (
  select from census_done where subject = 'turns' and instance = database_instance()) as are_known`;

/** The instance, whether its slots are known, and the partitions counted in it. */
export const censusSql = `
select database_instance() as instance, (${slotsKnownSql}) as is_known,
  array(select partition from turn_census where instance = database_instance()) as counted`;

/** Arrays: partitions, end offsets of their ledger; $3 the instance. Index: primary key. */
export const countPartitionsSql = `
insert into turn_census as c (partition, instance, ledger_offset)
select partition, $3, ledger_offset from unnest($1::int[], $2::bigint[]) as p(partition, ledger_offset)
where database_instance() = $3
on conflict (partition) do update set instance = excluded.instance,
  ledger_offset = greatest(excluded.ledger_offset, case when c.instance = excluded.instance then c.ledger_offset end)`;

/**
 * $1 topic, $2 instance. Returns partitions counted, and those where the projection is behind the
 * count. Indexes: primary keys.
 */
export const countedSql = `
select count(*)::int as counted,
  coalesce(array_agg(c.partition order by c.partition) filter (where p.next_offset is null or p.next_offset < c.ledger_offset), '{}') as behind
from turn_census c
left join projection_checkpoint p on p.projection = 'executions' and p.topic = $1 and p.partition = c.partition
where c.instance = $2`;

/**
 * $1 to $3 last row of the previous page, $4 how many: unended executions by the projection. A
 * child run that waits for a token has no slot yet. Indexes: execution_log_unended, primary keys.
 */
export const unendedSql = `
with page as materialized (
  select l.workspace_id, l.started_at, l.id, l.execution_id, l.account_id, l.workflow_id, l.deployment_version
  from execution_log l
  where l.ended_at is null and (l.workspace_id, l.started_at, l.id) > ($1::uuid, $2::timestamptz, $3::uuid)
  order by l.workspace_id, l.started_at, l.id limit $4),
own as materialized (
  select v.workflow_id, v.version, (v.definition->'concurrency'->>'limit')::int as own_limit
  from (select distinct workflow_id, deployment_version from page) d
  join workflow_version v on v.workflow_id = d.workflow_id and v.version = d.deployment_version)
select page.workspace_id, page.started_at, page.id, page.execution_id, page.account_id, page.workflow_id, own.own_limit,
  coalesce(p.resumed_sequence is null and p.waits->0->>'kind' = 'turn', false) as waits,
  coalesce(d.admitted_at is null and d.execution_id is not null, false) as has_no_token
from page
left join own on own.workflow_id = page.workflow_id and own.version = page.deployment_version
left join parked_execution p on p.execution_id = page.execution_id
left join execution_descendant d on d.execution_id = page.execution_id
order by page.workspace_id, page.started_at, page.id`;

/**
 * Arrays: execution, account, workflow, requested at, own limit, has begun; $7 the instance. One
 * that has begun holds a slot, whatever the copy says. Index: primary key.
 */
export const restoreSlotsSql = `
insert into execution_turn (execution_id, account_id, workflow_id, requested_at, own_limit, granted_at)
select execution_id, account_id, workflow_id, requested_at, own_limit, case when has_begun then now() end
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::bool[])
  as a(execution_id, account_id, workflow_id, requested_at, own_limit, has_begun)
where database_instance() = $7
on conflict (execution_id) do update set granted_at = now()
where execution_turn.granted_at is null and excluded.granted_at is not null`;

/** $1 the instance. From now on slots are granted. Index: primary key. */
export const finishCensusSql = `
update census_done set instance = $1 where subject = 'turns' and database_instance() = $1`;

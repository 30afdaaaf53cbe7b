/** Statements on `key_census` and `census_done`: whether the table of idempotency keys is complete (libs/persistence, database-instance). */

/** Primary key. */
export const keysKnownSql = `
select exists (
  select from census_done where subject = 'keys' and instance = database_instance()) as are_known`;

export const keyCensusSql = `select database_instance() as instance, (${keysKnownSql}) as is_known`;

/** Where requests begin whose keys may be missing. Primary key. */
export const notedOffsetsSql = 'select partition, next_offset from key_census';

/** Arrays: partitions, offsets; $3 the instance that they were found to be complete in. Primary key. */
export const noteOffsetsSql = `
insert into key_census (partition, next_offset)
select partition, next_offset from unnest($1::int[], $2::bigint[]) as n(partition, next_offset)
where database_instance() = $3 order by partition
on conflict (partition) do update set next_offset = excluded.next_offset`;

/** Arrays: scope, key, hash, execution, workspace, when it was appended. Primary key. */
export const restoreKeysSql = `
insert into idempotency_key as k (scope, key, request_hash, execution_id, workspace_id, created_at, appended_at)
select distinct on (scope, key) scope, key, request_hash, execution_id, workspace_id, appended_at, appended_at
from unnest($1::text[], $2::text[], $3::bytea[], $4::uuid[], $5::uuid[], $6::timestamptz[])
  as r(scope, key, request_hash, execution_id, workspace_id, appended_at)
order by scope, key, appended_at
on conflict (scope, key) do update set appended_at = excluded.appended_at
where k.execution_id = excluded.execution_id and k.appended_at is null`;

/** $1 the instance. Primary key. */
export const finishKeyCensusSql = `
update census_done set instance = $1 where subject = 'keys' and database_instance() = $1`;

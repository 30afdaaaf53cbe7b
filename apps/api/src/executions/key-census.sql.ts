/** Restores idempotency keys that a restored database lacks. */

/** Whether the keys are complete for this database instance. Primary key. */
export const keysCompleteSql = `
select exists (
  select from census_done where subject = 'keys' and instance = database_instance()) as are_complete`;

/** Arrays: $1 scope, $2 key, $3 hash, $4 execution, $5 workspace, $6 append time. Primary key. */
export const restoreKeysSql = `
insert into idempotency_key as k (scope, key, request_hash, execution_id, workspace_id, created_at, appended_at)
select distinct on (scope, key) scope, key, request_hash, execution_id, workspace_id, appended_at, appended_at
from unnest($1::text[], $2::text[], $3::bytea[], $4::uuid[], $5::uuid[], $6::timestamptz[])
  as r(scope, key, request_hash, execution_id, workspace_id, appended_at)
order by scope, key, appended_at
on conflict (scope, key) do update set appended_at = excluded.appended_at
where k.execution_id = excluded.execution_id and k.appended_at is null`;

/** Rows (scope, key) of requests that may be repeated. Index: the primary key, unless stated. */

/** Whether the keys are complete for this database instance. Primary key. */
const keysCompleteSql = `
select exists (
  select from census_done where subject = 'keys' and instance = database_instance()) as are_complete`;

/**
 * $1 scope, $2 key, $3 scope of release 3 or null, $4 workflow. As `reserveKeySql`, but an unknown
 * key stays unknown: no row. A key of release 3 names no workflow; its execution does. Unique index
 * on execution_log.execution_id.
 */
export const findKeySql = `
  select execution_id, request_hash, appended_at, null as reserved_at from idempotency_key where scope = $1 and key = $2
  union all
  select k.execution_id, k.request_hash, k.appended_at, null from idempotency_key k
  join execution_log l on l.execution_id = k.execution_id and l.workflow_id = $4::uuid
  where k.scope = $3::text and k.key = $2
  union all select null, null, null, null from (${keysCompleteSql}) state where not are_complete`;

/**
 * $1 scope, $2 key, $3 hash, $4 execution, $5 workspace. A row without an execution means the keys
 * are incomplete: a restored database may lack this key.
 */
export const reserveKeySql = `
  with state as (${keysCompleteSql}), made as (
    insert into idempotency_key (scope, key, request_hash, execution_id, workspace_id)
    select $1, $2, $3, $4, $5 from state where are_complete
    on conflict (scope, key) do nothing returning execution_id)
  select execution_id, request_hash, appended_at, null as reserved_at from idempotency_key where scope = $1 and key = $2
  union all select execution_id, $3, null, clock_timestamp() from made
  union all select null, null, null, null from state where not are_complete`;

export const markAppendedSql =
  'update idempotency_key set appended_at = now() where scope = $1 and key = $2 and appended_at is null';

/** $1 days, $2 limit. Skips rows another instance is deleting. Index: idempotency_key_by_age. */
export const sweepKeysSql = `
  delete from idempotency_key k using (
    select scope, key from idempotency_key where created_at < now() - make_interval(days => $1)
    order by created_at limit $2 for update skip locked) old
  where k.scope = old.scope and k.key = old.key`;

/**
 * Restores keys that a restored database lacks. Arrays: $1 scope, $2 key, $3 hash, $4 execution,
 * $5 workspace, $6 append time.
 */
export const restoreKeysSql = `
insert into idempotency_key as k (scope, key, request_hash, execution_id, workspace_id, created_at, appended_at)
select distinct on (scope, key) scope, key, request_hash, execution_id, workspace_id, appended_at, appended_at
from unnest($1::text[], $2::text[], $3::bytea[], $4::uuid[], $5::uuid[], $6::timestamptz[])
  as r(scope, key, request_hash, execution_id, workspace_id, appended_at)
order by scope, key, appended_at
on conflict (scope, key) do update set appended_at = excluded.appended_at
where k.execution_id = excluded.execution_id and k.appended_at is null`;

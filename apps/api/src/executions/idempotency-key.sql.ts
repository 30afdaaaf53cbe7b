/** Rows (scope, key) of requests that may be repeated. Index: the primary key, unless stated. */
import { keysCompleteSql } from './key-census.sql.js';

/** $1 scope, $2 key. As `reserveKeySql`, but an unknown key stays unknown: no row. */
export const findKeySql = `
  select execution_id, request_hash, appended_at, null as reserved_at from idempotency_key where scope = $1 and key = $2
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

/** Rows (scope, key) of requests that may be repeated. Index: the primary key, except where said. */
import { keysCompleteSql } from './key-census.sql.js';

/** A row without an execution: a new key can't be told from one that a restored database lacks. */
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

/** $1 days, $2 how many. What another instance is deleting is left to it. Index: idempotency_key_by_age. */
export const sweepKeysSql = `
  delete from idempotency_key k using (
    select scope, key from idempotency_key where created_at < now() - make_interval(days => $1)
    order by created_at limit $2 for update skip locked) old
  where k.scope = old.scope and k.key = old.key`;

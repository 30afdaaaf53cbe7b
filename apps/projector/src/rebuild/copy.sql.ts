/**
 * A second set of a projection's tables, in its own schema. The projector's statements name tables
 * without a schema: with the copy first in `search_path`, the same statements write the copy.
 */
import { advisoryLocks } from '@libs/persistence';

export const copySchemaOf = (projection: string): string => `rebuild_${projection}`;
export const retiredSchemaOf = (projection: string): string => `retired_${projection}`;

/** Session lock: a second rebuild of the same database is refused. */
export const rebuildLockSql = `select pg_try_advisory_lock(${advisoryLocks.rebuilding}) as locked`;

/** For brief changes to the live tables' shape, which must not happen during a rebuild. */
export const rebuildXactLockSql = `select pg_try_advisory_xact_lock(${advisoryLocks.rebuilding}) as locked`;

/** Indexes and constraints get their original names later: migrations drop them by name. */
export const copyTableSql = (schema: string, table: string): string =>
  `create table ${schema}.${table} (like public.${table} including defaults including constraints including generated including storage including compression)`;

/** Partition key of $1; null for a table without partitions. */
export const partitionKeySql = `select pg_get_partkeydef(('public.' || $1)::regclass) as key`;

/** Partition for rows kept for ever. A copy's other partitions are created when needed. */
export const keptPartitionSql = (schema: string, table: string): string =>
  `create table ${schema}.${table}_kept partition of ${schema}.${table} for values in (0)`;

export const partitionsSql = `
select i.inhrelid::regclass::text as name from pg_inherits i where i.inhparent = $1::regclass`;

/** Primary and unique keys of $1: the statements need them. */
export const keysSql = `
select c.conname as name, pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.conrelid = ('public.' || $1)::regclass and c.contype in ('p', 'u')`;

/**
 * $1 table, $2 schema of the copy: indexes the copy lacks. Building them once at the end is far
 * cheaper than maintaining them.
 */
export const missingIndexesSql = `
select pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class n on n.oid = i.indexrelid
where i.indrelid = ('public.' || $1)::regclass and to_regclass(format('%I.%I', $2::text, n.relname)) is null
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`;

/** Blocks projectors while held, but not readers: the lock conflicts with writes only. */
export const holdProjectorsSql =
  'lock table public.projection_checkpoint in share row exclusive mode';

export const liveCheckpointsSql = `
select partition, next_offset, cluster_id from public.projection_checkpoint where projection = $1 and topic = $2`;

export const adoptCheckpointsSql = (schema: string): string => `
insert into public.projection_checkpoint as p (projection, topic, partition, next_offset, claim_offset, cluster_id, updated_at)
select projection, topic, partition, next_offset, claim_offset, cluster_id, now()
from ${schema}.projection_checkpoint
on conflict (projection, topic, partition) do update set
  next_offset = excluded.next_offset, claim_offset = excluded.claim_offset, cluster_id = excluded.cluster_id,
  updated_at = excluded.updated_at`;

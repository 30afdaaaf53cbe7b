/**
 * A projection's tables a second time, in a schema of their own. The projector's statements name tables without a schema, so with
 * the copy first in `search_path` the very same statements write the copy.
 */
import { advisoryLocks } from '@libs/persistence';

export const copySchemaOf = (projection: string): string => `rebuild_${projection}`;
export const retiredSchemaOf = (projection: string): string => `retired_${projection}`;

/** Session lock: of two rebuilds of one database, one is refused. */
export const rebuildLockSql = `select pg_try_advisory_lock(${advisoryLocks.rebuilding}) as locked`;

/** For who changes the live tables' shape for a moment, which must not be in the middle of a rebuild. */
export const rebuildXactLockSql = `select pg_try_advisory_xact_lock(${advisoryLocks.rebuilding}) as locked`;

/** Indexes and constraints get their own names back later: migrations drop them by name. */
export const copyTableSql = (schema: string, table: string): string =>
  `create table ${schema}.${table} (like public.${table} including defaults including constraints including generated including storage including compression)`;

/** The columns by which it is partitioned, if it is. */
export const partitionKeySql = `select pg_get_partkeydef(('public.' || $1)::regclass) as key`;

/** Rows that are kept for ever. The other partitions of a copy are made when a row needs them. */
export const keptPartitionSql = (schema: string, table: string): string =>
  `create table ${schema}.${table}_kept partition of ${schema}.${table} for values in (0)`;

export const partitionsSql = `
select i.inhrelid::regclass::text as name from pg_inherits i where i.inhparent = $1::regclass`;

/** Primary and unique keys: the statements need them. */
export const keysSql = `
select c.conname as name, pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.conrelid = ('public.' || $1)::regclass and c.contype in ('p', 'u')`;

/** All other indexes that the copy does not have: built once over what is there, which is far cheaper than keeping them up to date meanwhile. */
export const missingIndexesSql = `
select pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class n on n.oid = i.indexrelid
where i.indrelid = ('public.' || $1)::regclass and to_regclass(format('%I.%I', $2::text, n.relname)) is null
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`;

/** Projectors stand still for who holds it, readers don't: it conflicts with writes only. */
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

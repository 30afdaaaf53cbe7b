/** Statements on `census_done` and `census_note` (libs/persistence). Index: the primary keys. */

/** $1 subject. */
export const censusStateSql = `
select database_instance() as instance, exists (
  select from census_done where subject = $1 and instance = database_instance()) as is_complete`;

/** $1 subject. */
export const notedOffsetsSql = 'select partition, next_offset from census_note where subject = $1';

/** $1 subject, arrays: $2 partitions, $3 offsets; $4 the instance that was complete up to there. */
export const noteOffsetsSql = `
insert into census_note (subject, partition, next_offset)
select $1, partition, next_offset from unnest($2::int[], $3::bigint[]) as n(partition, next_offset)
where database_instance() = $4 order by partition
on conflict (subject, partition) do update set next_offset = excluded.next_offset`;

/** $1 subject, arrays: $2 partitions, $3 offsets. */
export const firstNoteSql = `
insert into census_note (subject, partition, next_offset)
select $1, partition, next_offset from unnest($2::int[], $3::bigint[]) as n(partition, next_offset)
where not exists (select from census_note where subject = $1)
on conflict (subject, partition) do nothing`;

/** $1 subject, $2 the instance. */
export const finishCensusSql = `
update census_done set instance = $2 where subject = $1 and database_instance() = $2`;

/**
 * $1 cluster; arrays: $2 groups, $3 topics, $4 partitions, $5 offsets, $6 metadata. Sorted by key,
 * so that two processes never deadlock.
 */
export const writeOffsetsSql = `
insert into committed_offset (cluster_id, group_id, topic, partition, next_offset, metadata, noted_at)
select $1, group_id, topic, partition, next_offset, metadata, now()
from unnest($2::text[], $3::text[], $4::int[], $5::bigint[], $6::text[]) as r(group_id, topic, partition, next_offset, metadata)
order by group_id, topic, partition
on conflict (cluster_id, group_id, topic, partition)
do update set next_offset = excluded.next_offset, metadata = excluded.metadata, noted_at = excluded.noted_at`;

/** $1 cluster, $2 group. Index: the primary key. */
export const readOffsetsSql = `
select topic, partition, next_offset as "offset", metadata from committed_offset
where cluster_id = $1 and group_id = $2`;

/** $1 topic. Primary key of projection_checkpoint, by its first two columns. */
export const projectedLedgerSql = `
select partition, next_offset, cluster_id
from projection_checkpoint
where projection = 'executions' and topic = $1`;

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

/** What the whole installation is made of and how far its parts are. Bounded by partitions. */

export const postgresVersionSql = `select current_setting('server_version') as version`;

/** Releases of the runners that hold partitions. One row for each partition. */
export const enginesSql = 'select distinct engine_version from partition_claim limit 20';

/** $1 cluster. The consumers' committed offsets. Index: the primary key, by its first column. */
export const consumedOffsetsSql = `
select group_id, topic, partition, next_offset::float8 as next_offset from committed_offset
where cluster_id = $1 limit 20000`;

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

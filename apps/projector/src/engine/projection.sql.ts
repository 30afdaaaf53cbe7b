/**
 * Checkpoints of projections, and the statement that writes a group of batches with theirs. Index
 * of the checkpoints: the primary key (projection, topic, partition).
 */
import { type Row, subqueriesOf, type TableWrite } from './table-write.js';

export const insertCheckpoint = `
insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
values ($1, $2, $3, 0, $4)
on conflict do nothing`;

export const selectCheckpoint = `
select next_offset, claim_offset, cluster_id
from projection_checkpoint
where projection = $1 and topic = $2 and partition = $3`;

export const selectCheckpoints = `
select partition, next_offset, cluster_id
from projection_checkpoint
where projection = $1 and topic = $2`;

/**
 * Moves $3's checkpoints from $4 to $5 with claim $6. Row locks serialise zombie and new owner: the
 * second writes nothing. Commits skip the disk: a crash reverts rows and checkpoint alike.
 */
const moveCheckpoints = `
moved as (
  update projection_checkpoint c
  set next_offset = e.next_offset, claim_offset = e.claim_offset, updated_at = now()
  from unnest($3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
    as e(partition, expected_offset, next_offset, claim_offset)
  where c.projection = $1 and c.topic = $2 and c.partition = e.partition and c.next_offset = e.expected_offset
  returning c.partition, set_config('synchronous_commit', 'off', true)
)`;

const firstRowParameter = 7;

/**
 * $1 projection, $2 topic, $3 to $6 arrays of checkpoint moves, then arrays of table columns.
 * Indexes: see the tables' own statements.
 */
export function projectionSql(tables: readonly TableWrite<Row>[]): string {
  let parameter = firstRowParameter;
  const rowsOf = tables.map(({ source, columns }) => {
    const arrays = Object.values(columns).map((type) => `$${parameter++}::${type}[]`);
    const rows = `select * from unnest(${arrays.join(', ')}) as r(${Object.keys(columns).join(', ')})`;
    return `${source} as (${rows} where partition in (select partition from moved))`;
  });
  const sources = new Set(tables.map(({ source }) => source));
  const writes = tables.map((table) => subqueriesOf(table, sources));
  const parts = [moveCheckpoints.trim(), ...rowsOf, ...writes];
  return `with ${parts.join(',\n')}\nselect partition from moved`;
}

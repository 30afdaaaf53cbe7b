/** All by the primary key (projection, topic, partition). */

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
 * Moves the checkpoints of $3 from the offset this process read them at ($4) to the new one ($5) with the claim in force there
 * ($6). The update locks each row, so a zombie and the new owner are serialised, and whoever comes second finds the offset moved,
 * gets no row back, and nothing of what it brought is written.
 *
 * The commit does not wait for the disk: after a crash of Postgres rows and checkpoint are back at the same earlier moment
 * together, and the ledger is read again from there.
 */
export const moveCheckpoints = `
moved as (
  update projection_checkpoint c
  set next_offset = e.next_offset, claim_offset = e.claim_offset, updated_at = now()
  from unnest($3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
    as e(partition, expected_offset, next_offset, claim_offset)
  where c.projection = $1 and c.topic = $2 and c.partition = e.partition and c.next_offset = e.expected_offset
  returning c.partition, set_config('synchronous_commit', 'off', true)
)`;

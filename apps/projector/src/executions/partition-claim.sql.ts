/** Writer of each ledger partition, newest claim only; conflict by the primary key. */
import type { TableWrite } from '../engine/table-write.js';
import type { ClaimRow } from './partition-claim.projection.js';

export const partitionClaimWrite: TableWrite<ClaimRow> = {
  source: 'claims',
  columns: {
    partition: 'int',
    claim_offset: 'bigint',
    writer_id: 'uuid',
    host: 'text',
    engine_version: 'text',
    claimed_at: 'timestamptz',
  },
  subqueries: `
written_claims as (
  insert into partition_claim as p (partition, claim_offset, writer_id, host, engine_version, claimed_at)
  select partition, claim_offset, writer_id, host, engine_version, claimed_at
  from claims
  on conflict (partition) do update set
    claim_offset = excluded.claim_offset, writer_id = excluded.writer_id, host = excluded.host,
    engine_version = excluded.engine_version, claimed_at = excluded.claimed_at
  where excluded.claim_offset > p.claim_offset
)`,
};

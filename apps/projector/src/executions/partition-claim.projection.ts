/** Claims in the ledger to rows of `partition_claim`. */
import type { LedgerEvent } from '@libs/ledger';
import { timestampText, type Row } from '../engine/table-write.js';
import type { LedgerPosition } from './execution-log.projection.js';

export interface ClaimRow extends Row {
  readonly claim_offset: number;
  readonly writer_id: string;
  readonly host: string;
  readonly engine_version: string;
  readonly claimed_at: string;
}

export function claimRowOf(
  event: LedgerEvent,
  { partition, offset }: LedgerPosition,
): ClaimRow | null {
  if (event.type !== 'PartitionClaimed') return null;
  const { writerId, host, engineVersion, claimedAt } = event.data;
  return {
    partition,
    claim_offset: offset,
    writer_id: writerId,
    host,
    engine_version: engineVersion,
    claimed_at: timestampText(claimedAt),
  };
}

export const mergeClaimRows = (earlier: ClaimRow, later: ClaimRow): ClaimRow =>
  later.claim_offset > earlier.claim_offset ? later : earlier;

/**
 * Ledger events to rows of `stored_bytes`: the size of every record that counts, superseded ones
 * excluded. Start and end name the workspace; for other events the log has it.
 */
import type { LedgerEvent } from '@libs/ledger';
import type { BucketRow } from '../retention/retention-bucket.js';
import type { LedgerPosition } from './execution-log.projection.js';

export interface SizeRow extends BucketRow {
  readonly execution_id: string;
  readonly workspace_id: string | null;
  readonly account_id: string | null;
  readonly bytes: number;
}

/** @param bytes size of the record's value */
export function sizeRowOf(
  { type, data }: LedgerEvent,
  { partition, retentionBucket }: LedgerPosition,
  bytes: number,
): SizeRow | null {
  if (type === 'PartitionClaimed') return null;
  const owner = type === 'ExecutionStarted' || type === 'ExecutionCompleted' ? data : null;
  return {
    partition,
    retention_bucket: retentionBucket,
    execution_id: data.executionId,
    workspace_id: owner?.workspaceId ?? null,
    account_id: owner?.accountId ?? null,
    bytes,
  };
}

/** Sizes add up; every record was read at another position. */
export const mergeSizeRows = (earlier: SizeRow, later: SizeRow): SizeRow => ({
  ...earlier,
  retention_bucket: earlier.retention_bucket ?? later.retention_bucket,
  workspace_id: earlier.workspace_id ?? later.workspace_id,
  account_id: earlier.account_id ?? later.account_id,
  bytes: earlier.bytes + later.bytes,
});

/** Ledger events to rows of `execution_detail`. Payloads stay JSON text from Avro to jsonb. */
import { toJsonText } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { timestampText } from '../engine/table-write.js';
import type { LedgerPosition } from './execution-log.projection.js';
import type { BucketRow } from '../retention/retention-bucket.js';

export interface DetailRow extends BucketRow {
  readonly execution_id: string;
  readonly trigger_block_id: string;
  readonly input: string | null;
  readonly final_output: string | null;
  /** Set when, and only when, the execution has ended. */
  readonly cost: string | null;
  readonly files: string | null;
  readonly engine_version: string | null;
  /** When a runner began it, and where the ledger has that. */
  readonly began_at: string | null;
  readonly first_offset: number | null;
  /** The block of another execution that waits for this one. */
  readonly parent_block_id: string | null;
}

export function detailRowOf(
  event: LedgerEvent,
  { partition, offset, retentionBucket }: LedgerPosition,
): DetailRow | null {
  if (event.type === 'ExecutionStarted') {
    const { executionId, triggerBlockId, input, engineVersion, occurredAt, parent } = event.data;
    return {
      partition,
      retention_bucket: retentionBucket,
      execution_id: executionId,
      trigger_block_id: triggerBlockId,
      input,
      final_output: null,
      cost: null,
      files: null,
      engine_version: engineVersion,
      began_at: timestampText(occurredAt),
      first_offset: offset,
      parent_block_id: parent?.blockId ?? null,
    };
  }
  if (event.type === 'ExecutionCompleted') {
    const { executionId, triggerBlockId, finalOutput, cost, files } = event.data;
    return {
      partition,
      retention_bucket: retentionBucket,
      execution_id: executionId,
      trigger_block_id: triggerBlockId,
      input: null,
      final_output: finalOutput,
      cost: toJsonText(cost),
      files,
      engine_version: null,
      began_at: null,
      first_offset: null,
      parent_block_id: null,
    };
  }
  return null;
}

/** The first value of a column stays; the same rule as the table's `on conflict`. */
export function mergeDetailRows(earlier: DetailRow, later: DetailRow): DetailRow {
  return {
    ...earlier,
    input: earlier.input ?? later.input,
    final_output: earlier.final_output ?? later.final_output,
    cost: earlier.cost ?? later.cost,
    files: earlier.files ?? later.files,
    engine_version: earlier.engine_version ?? later.engine_version,
    began_at: earlier.began_at ?? later.began_at,
    first_offset: earlier.first_offset ?? later.first_offset,
    parent_block_id: earlier.parent_block_id ?? later.parent_block_id,
  };
}

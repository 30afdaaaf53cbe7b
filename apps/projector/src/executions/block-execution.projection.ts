/** Ledger events to rows of `block_execution` (spans) and `block_attempt` (retried tries). */
import { toJsonText } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { textArrayLiteral, timestampText } from '../engine/table-write.js';
import type { LedgerPosition } from './execution-log.projection.js';
import type { BucketRow } from '../retention/retention-bucket.js';

export interface BlockRow extends BucketRow {
  readonly execution_id: string;
  readonly block_id: string;
  readonly iteration: string;
  readonly block_name: string;
  readonly block_type: string;
  /** running, success or error. */
  readonly status: string;
  readonly sequence: number;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly ports: string;
  readonly attempts: number;
  readonly cost: number;
  /** JSON text: cost and tokens by model. */
  readonly models: string | null;
  /** Of its last event. */
  readonly ledger_offset: number;
}

export interface AttemptRow extends BucketRow {
  readonly execution_id: string;
  readonly sequence: number;
  readonly block_id: string;
  readonly iteration: string;
  readonly attempt_number: number;
  readonly status: number | null;
  readonly error_code: string;
  readonly message: string;
  readonly duration_ms: number;
  readonly occurred_at: string;
  readonly retry_at: string;
  readonly ledger_offset: number;
}

export function blockRowOf(
  event: LedgerEvent,
  { partition, offset, retentionBucket }: LedgerPosition,
): BlockRow | null {
  if (event.type !== 'BlockStarted' && event.type !== 'BlockCompleted') return null;
  const { executionId, blockId, iteration, blockName, blockType, sequence, input } = event.data;
  const row = {
    partition,
    retention_bucket: retentionBucket,
    execution_id: executionId,
    block_id: blockId,
    iteration,
    block_name: blockName,
    block_type: blockType,
    sequence,
    input,
    ledger_offset: offset,
  };
  if (event.type === 'BlockStarted') {
    return {
      ...row,
      status: 'running',
      started_at: timestampText(event.data.occurredAt),
      ended_at: null,
      output: null,
      error: null,
      ports: '{}',
      attempts: 1,
      cost: 0,
      models: null,
    };
  }
  const { startedAt, endedAt, output, error, ports, attempts, cost, models } = event.data;
  return {
    ...row,
    status: error === null ? 'success' : 'error',
    started_at: timestampText(startedAt),
    ended_at: timestampText(endedAt),
    output,
    error: error === null ? null : toJsonText(error),
    ports: textArrayLiteral(ports),
    attempts,
    cost,
    models,
  };
}

/** The later event wins, but a recorded result is final: the rule of the table's `on conflict`. */
export function mergeBlockRows(earlier: BlockRow, later: BlockRow): BlockRow {
  if (earlier.ended_at !== null || later.sequence <= earlier.sequence) return earlier;
  return { ...later, input: later.input ?? earlier.input };
}

export function attemptRowOf(
  event: LedgerEvent,
  { partition, offset, retentionBucket }: LedgerPosition,
): AttemptRow | null {
  if (event.type !== 'BlockAttemptFailed') return null;
  const { data } = event;
  return {
    partition,
    retention_bucket: retentionBucket,
    execution_id: data.executionId,
    sequence: data.sequence,
    block_id: data.blockId,
    iteration: data.iteration,
    attempt_number: data.attemptNumber,
    status: data.status,
    error_code: data.errorCode,
    message: data.message,
    duration_ms: data.durationMs,
    occurred_at: timestampText(data.occurredAt),
    retry_at: timestampText(data.retryAt),
    ledger_offset: offset,
  };
}

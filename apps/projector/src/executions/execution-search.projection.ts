/** Ledger events to rows of `execution_search`, the text of log searches, written at the end. */
import type { LedgerEvent } from '@libs/ledger';
import type { LedgerPosition } from './execution-log.projection.js';
import type { BucketRow } from '../retention/retention-bucket.js';

/** The index grows with every distinct trigram, so only the start of an output is searched. */
const searchedOutputChars = 4_000;
const msPerDay = 86_400_000;

export interface SearchRow extends BucketRow {
  readonly execution_id: string;
  readonly workspace_id: string;
  readonly day: number;
  readonly text: string;
}

export function searchRowOf(
  event: LedgerEvent,
  { partition, retentionBucket }: LedgerPosition,
): SearchRow | null {
  if (event.type !== 'ExecutionCompleted') return null;
  const { executionId, workspaceId, workflowName, error, finalOutput, startedAt } = event.data;
  const parts = [
    workflowName,
    error?.code,
    error?.message,
    error?.blockName,
    finalOutput?.slice(0, searchedOutputChars),
  ];
  return {
    partition,
    retention_bucket: retentionBucket,
    execution_id: executionId,
    workspace_id: workspaceId,
    day: Math.floor(startedAt / msPerDay),
    text: parts.filter((part) => part !== undefined && part !== null).join('\n'),
  };
}

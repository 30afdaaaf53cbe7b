/** Ends of failed executions as rows for `error_group` and for what the log says of them. */
import type { LedgerEvent } from '@libs/ledger';
import type { Row } from '../engine/table-write.js';
import type { BlockRow } from './block-execution.projection.js';
import { normalisedMessage } from './error-message.js';
import type { LedgerPosition } from './execution-log.projection.js';

export interface FailureRow extends Row {
  readonly ledger_offset: number;
  readonly execution_id: string;
  readonly workspace_id: string;
  readonly workflow_id: string;
  readonly deployment_version: number;
  readonly code: string;
  readonly message: string;
  readonly block_id: string | null;
  /** Null unless the block is in the same batch. */
  readonly block_type: string | null;
  /** How often it was tried; null unless it is in the same batch, outside of any container. */
  readonly attempts: number | null;
}

const codeCharacters = 100;

export function failureRowOf(
  { type, data }: LedgerEvent,
  { partition, offset }: LedgerPosition,
): FailureRow | null {
  if (type !== 'ExecutionCompleted' || data.error === null) return null;
  return {
    partition,
    ledger_offset: offset,
    execution_id: data.executionId,
    workspace_id: data.workspaceId,
    workflow_id: data.workflowId,
    deployment_version: data.deploymentVersion,
    code: data.error.code.slice(0, codeCharacters),
    message: normalisedMessage(data.error.message),
    block_id: data.error.blockId,
    block_type: null,
    attempts: null,
  };
}

type FailedBlock = Pick<
  BlockRow,
  'execution_id' | 'block_id' | 'iteration' | 'block_type' | 'attempts'
>;

/** @param blocks those of the same batch */
export function withBlocks(
  failures: readonly FailureRow[],
  blocks: () => readonly FailedBlock[],
): readonly FailureRow[] {
  if (failures.length === 0) return failures;
  const known = new Map(blocks().map((row) => [`${row.execution_id}:${row.block_id}`, row]));
  return failures.map((row) => {
    const block = known.get(`${row.execution_id}:${row.block_id ?? ''}`);
    if (block === undefined) return row;
    const attempts = block.iteration === '' ? block.attempts : null;
    return { ...row, block_type: block.block_type, attempts };
  });
}

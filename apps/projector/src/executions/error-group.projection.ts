/** Ends of failed executions as rows for `error_group`. Runs of drafts are left out. */
import type { LedgerEvent } from '@libs/ledger';
import type { Row } from '../engine/table-write.js';
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
}

const codeCharacters = 100;

export function failureRowOf(
  { type, data }: LedgerEvent,
  { partition, offset }: LedgerPosition,
): FailureRow | null {
  if (type !== 'ExecutionCompleted' || data.error === null || data.deploymentVersion <= 0)
    return null;
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
  };
}

interface TypedBlock {
  readonly execution_id: string;
  readonly block_id: string;
  readonly block_type: string;
}

/** @param blocks those of the same batch */
export function withBlockTypes(
  failures: readonly FailureRow[],
  blocks: () => readonly TypedBlock[],
): readonly FailureRow[] {
  if (failures.length === 0) return failures;
  const types = new Map(
    blocks().map((row) => [`${row.execution_id}:${row.block_id}`, row.block_type]),
  );
  return failures.map((row) => ({
    ...row,
    block_type: types.get(`${row.execution_id}:${row.block_id ?? ''}`) ?? null,
  }));
}

/** Events that members should look at as rows for `notification`. Runs of drafts are left out. */
import type { LedgerEvent } from '@libs/ledger';
import { timestampText, type Row } from '../engine/table-write.js';
import type { LedgerPosition, LogRow } from './execution-log.projection.js';

interface NoticeRow extends Row {
  readonly ledger_offset: number;
  readonly execution_id: string;
}

export interface FailedScheduleRow extends NoticeRow {
  readonly workspace_id: string;
  readonly workflow_id: string;
  readonly code: string;
}

export interface AskedApprovalRow extends NoticeRow {
  readonly at: string;
  /** These are null unless the execution began in the same batch. */
  readonly workspace_id: string | null;
  readonly workflow_id: string | null;
  readonly deployment_version: number | null;
}

const codeCharacters = 100;

export function failedScheduleRowOf(
  { type, data }: LedgerEvent,
  { partition, offset }: LedgerPosition,
): FailedScheduleRow | null {
  if (type !== 'ExecutionCompleted' || data.error === null || data.deploymentVersion <= 0)
    return null;
  if (data.trigger !== 'schedule') return null;
  return {
    ...{ partition, ledger_offset: offset, execution_id: data.executionId },
    ...{ workspace_id: data.workspaceId, workflow_id: data.workflowId },
    code: data.error.code.slice(0, codeCharacters),
  };
}

export function askedApprovalRowOf(
  { type, data }: LedgerEvent,
  { partition, offset }: LedgerPosition,
): AskedApprovalRow | null {
  if (type !== 'BlockStarted' || data.blockType !== 'approval') return null;
  return {
    ...{ partition, ledger_offset: offset, execution_id: data.executionId },
    at: timestampText(data.occurredAt),
    ...{ workspace_id: null, workflow_id: null, deployment_version: null },
  };
}

/** @param logOf row of the same batch */
export const withWorkflow = (
  row: AskedApprovalRow,
  logOf: (executionId: string) => LogRow | undefined,
): AskedApprovalRow => {
  const log = logOf(row.execution_id);
  if (log === undefined) return row;
  const { workspace_id, workflow_id, deployment_version } = log;
  return { ...row, workspace_id, workflow_id, deployment_version };
};

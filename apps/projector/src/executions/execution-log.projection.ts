/**
 * Ledger events to rows of `execution_log`: running from ExecutionStarted, final with
 * ExecutionCompleted, which is self-contained: the row can be written from it alone.
 */
import { logIdOf, toJsonText } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { resultOf } from './execution-changes.js';
import { textArrayLiteral, timestampText } from '../engine/table-write.js';
import type { BucketRow } from '../retention/retention-bucket.js';

/** Ledger position of an event. */
export interface LedgerPosition {
  readonly partition: number;
  readonly offset: number;
  /** Bucket of the event's execution; null when its start is not in the same batch. */
  readonly retentionBucket: number | null;
}

export interface LogRow extends BucketRow {
  readonly ledger_offset: number;
  readonly id: string;
  readonly execution_id: string;
  readonly workspace_id: string;
  readonly account_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly deployment_version: number;
  readonly definition_hash: string;
  readonly status: string;
  readonly level: string;
  readonly trigger: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly total_duration_ms: number | null;
  readonly cost_total: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly models: string;
  readonly error: string | null;
  /** Null before the end; empty when there is nothing to say. */
  readonly result: string | null;
  /** Only the start says these. */
  readonly parent_execution_id: string | null;
  readonly rerun_of: string | null;
}

/** The row from one event alone; null when the event does not affect the list. */
export function logRowOf(event: LedgerEvent, position: LedgerPosition): LogRow | null {
  if (event.type !== 'ExecutionStarted' && event.type !== 'ExecutionCompleted') return null;
  const { data } = event;
  const row = {
    partition: position.partition,
    retention_bucket: position.retentionBucket,
    ledger_offset: position.offset,
    execution_id: data.executionId,
    workspace_id: data.workspaceId,
    account_id: data.accountId,
    workflow_id: data.workflowId,
    workflow_name: data.workflowName,
    deployment_version: data.deploymentVersion,
    definition_hash: data.definitionHash,
    trigger: data.trigger,
  };
  if (event.type === 'ExecutionStarted') {
    return {
      ...row,
      id: logIdOf(data.executionId),
      status: 'running',
      level: 'info',
      started_at: timestampText(event.data.requestedAt),
      ended_at: null,
      total_duration_ms: null,
      cost_total: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      models: '{}',
      error: null,
      result: null,
      parent_execution_id: event.data.parent?.executionId ?? null,
      rerun_of: event.data.rerunOf,
    };
  }
  const { logId, status, level, startedAt, endedAt, totalDurationMs, cost, error } = event.data;
  return {
    ...row,
    id: logId,
    status,
    level,
    started_at: timestampText(startedAt),
    ended_at: timestampText(endedAt),
    total_duration_ms: totalDurationMs,
    cost_total: cost.total,
    prompt_tokens: cost.tokens.prompt,
    completion_tokens: cost.tokens.completion,
    models: textArrayLiteral(Object.keys(cost.models).sort()),
    error: error === null ? null : toJsonText(error),
    result: resultOf(event.data),
    parent_execution_id: null,
    rerun_of: null,
  };
}

/** The first end wins; a start never reverts a row. The same rule as the table's `on conflict`. */
export function mergeLogRows(earlier: LogRow, later: LogRow): LogRow {
  if (earlier.ended_at !== null || later.ended_at === null) return earlier;
  const { parent_execution_id, rerun_of } = earlier;
  return { ...later, parent_execution_id, rerun_of };
}

/** Maps rows of the log read models to views. */
import type { Cost } from '@libs/contracts';
import type { ProducedFile } from '@libs/execution';
import { endedText, type ExecutionSpans } from '@libs/execution-view';
import { jsonText, shownPayload } from '../../http/json-text.js';
import type { ExecutionDetail, Failure, LogDetail, LogEntry } from './log.schemas.js';

export interface LogRow {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly deployment_version: number;
  readonly status: string;
  readonly level: LogEntry['level'];
  readonly trigger: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly total_duration_ms: number | null;
  readonly cost_total: number;
  readonly error: Failure | null;
  readonly result: string | null;
  readonly failed_attempts: number | null;
  readonly fingerprint: string | null;
  readonly parent_execution_id: string | null;
  readonly rerun_of: string | null;
  /** Where it is, if it has not ended. */
  readonly open_text?: string | null;
  readonly files: readonly ProducedFile[] | null;
}

export interface FullLogRow extends LogRow {
  readonly cost: Cost | null;
  readonly workflow_description: string | null;
  readonly workflow_deleted: boolean;
  /** JSON text. */
  readonly final_output?: string | null;
}

/** Payloads as JSON text. */
export interface LogDetailRow extends FullLogRow {
  readonly input: string | null;
  readonly definition?: string | null;
}

type FullLogEntry = LogEntry & Pick<LogDetail, 'workflow' | 'cost'>;

type ShownSpans = Pick<LogDetail, 'traceSpans' | 'traceSpansOmitted'>;

const resultOf = (row: LogRow): string | null =>
  row.ended_at === null
    ? (row.open_text ?? null)
    : endedText(row.result, row.error, row.failed_attempts);

export function logEntryOf(row: LogRow): LogEntry {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    deploymentVersion: row.deployment_version,
    status: row.status,
    level: row.level,
    trigger: row.trigger,
    draft: row.deployment_version < 0,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    totalDurationMs: row.total_duration_ms,
    cost: { total: row.cost_total },
    files: row.files,
    ...(row.error !== null && { error: row.error }),
    result: resultOf(row),
    errorCode: row.error?.code ?? null,
    errorBlock: row.error?.blockName ?? null,
    fingerprint: row.fingerprint,
    parentExecutionId: row.parent_execution_id,
    rerunOf: row.rerun_of,
  };
}

/** A running execution has no detailed cost yet. */
const costOf = (row: FullLogRow): Cost =>
  row.cost ?? { total: row.cost_total, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} };

const shown = ({ spans, omitted }: ExecutionSpans): ShownSpans => ({
  traceSpans: spans,
  ...(omitted > 0 && { traceSpansOmitted: omitted }),
});

/** `finalOutput` and `traceSpans` are present only when requested. */
export function fullLogEntryOf(row: FullLogRow, spans: ExecutionSpans | null): FullLogEntry {
  return {
    ...logEntryOf(row),
    workflow: {
      id: row.workflow_id,
      name: row.workflow_name,
      description: row.workflow_description,
      deleted: row.workflow_deleted,
    },
    cost: costOf(row),
    ...(row.final_output !== undefined && { finalOutput: shownPayload(row.final_output) }),
    ...(spans !== null && shown(spans)),
  };
}

export function logDetailOf(row: LogDetailRow, spans: ExecutionSpans): LogDetail {
  return {
    ...fullLogEntryOf(row, spans),
    ...shown(spans),
    input: shownPayload(row.input),
    finalOutput: shownPayload(row.final_output ?? null),
  };
}

export function executionDetailOf(row: LogDetailRow, spans: ExecutionSpans): ExecutionDetail {
  const { status, level, trigger, draft, startedAt, endedAt, totalDurationMs, error } =
    logEntryOf(row);
  return {
    executionId: row.execution_id,
    workflowId: row.workflow_id,
    workflowState: jsonText(row.definition ?? null),
    executionMetadata: {
      trigger,
      draft,
      status,
      level,
      startedAt,
      endedAt,
      totalDurationMs,
      cost: costOf(row),
      ...(error !== undefined && { error }),
    },
    ...shown(spans),
  };
}

/** Ledger events to rows of `parked_execution`, and to the list's status of a paused execution. */
import { isTurnWait, toJsonText } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { textArrayLiteral, timestampText, type Row } from '../engine/table-write.js';
import type { LedgerPosition } from './execution-log.projection.js';

export interface ParkedRow extends Row {
  readonly execution_id: string;
  /** Sequence of the last event folded into the row. */
  readonly sequence: number;
  readonly workspace_id: string | null;
  readonly parked_at: string | null;
  readonly due_at: string | null;
  readonly waits: string | null;
  readonly children: string;
  /** Null when the row only tells that the execution runs again or has ended. */
  readonly state: string | null;
  readonly resumed_sequence: number | null;
  readonly has_ended: boolean;
}

export function parkedRowOf(event: LedgerEvent, { partition }: LedgerPosition): ParkedRow | null {
  if (
    event.type !== 'ExecutionParked' &&
    event.type !== 'ExecutionResumed' &&
    event.type !== 'ExecutionCompleted'
  )
    return null;
  const { executionId, sequence } = event.data;
  const row = {
    partition,
    execution_id: executionId,
    sequence,
    workspace_id: null,
    parked_at: null,
    due_at: null,
    waits: null,
    children: '{}',
    state: null,
    resumed_sequence: event.type === 'ExecutionResumed' ? sequence : null,
    has_ended: event.type === 'ExecutionCompleted',
  };
  if (event.type !== 'ExecutionParked') return row;
  const { workspaceId, occurredAt, dueAt, waits, state } = event.data;
  return {
    ...row,
    workspace_id: workspaceId,
    parked_at: timestampText(occurredAt),
    due_at: dueAt === null ? null : timestampText(dueAt),
    waits: toJsonText(waits),
    children: textArrayLiteral(waits.flatMap(({ childExecutionId }) => childExecutionId ?? [])),
    state,
  };
}

/** An end is final; a pause replaces all; a resume is noted on the pause. As in the table's SQL. */
export function mergeParkedRows(earlier: ParkedRow, later: ParkedRow): ParkedRow {
  if (earlier.has_ended || later.sequence <= earlier.sequence) return earlier;
  if (later.has_ended || later.state !== null) return later;
  return { ...earlier, sequence: later.sequence, resumed_sequence: later.resumed_sequence };
}

export interface PauseRow extends Row {
  readonly execution_id: string;
  readonly status: 'queued' | 'paused' | 'running';
}

function statusOf(
  event: Extract<LedgerEvent, { type: 'ExecutionParked' | 'ExecutionResumed' }>,
): PauseRow['status'] {
  if (event.type === 'ExecutionResumed') return 'running';
  return event.data.waits.some(isTurnWait) ? 'queued' : 'paused';
}

export function pauseRowOf(event: LedgerEvent, { partition }: LedgerPosition): PauseRow | null {
  if (event.type !== 'ExecutionParked' && event.type !== 'ExecutionResumed') return null;
  return { partition, execution_id: event.data.executionId, status: statusOf(event) };
}

/**
 * The live events of one execution: first what the read model has, then the ledger's tail, each event once and in order. An
 * event's id is its sequence in the execution, so a reader that comes back with `Last-Event-ID` misses and repeats nothing.
 *
 * The tail is followed first; then the read model is read once it has passed what the ledger held at that moment. What is in both
 * is recognised by its sequence.
 */
import { topics } from '@libs/contracts';
import { partitionFor, type EventLog } from '@libs/event-log';
import type { ExecutionLedgerEvent } from '../live-tail/live-tail.js';
import type { Pool } from 'pg';

export interface StreamedEvent {
  readonly sequence: number;
  readonly name:
    | 'execution.started'
    | 'block.started'
    | 'block.attempt_failed'
    | 'block.output'
    | 'block.completed'
    | 'execution.paused'
    | 'execution.resumed'
    | 'execution.completed';
  readonly data: Readonly<Record<string, unknown>>;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const parsed = (text: string | null): unknown =>
  text === null ? null : (JSON.parse(text) as unknown);

const conversationOf = (input: string): unknown =>
  (JSON.parse(input) as { conversationId?: unknown } | null)?.conversationId ?? null;

/** The same fields whether an event comes from the tail or from a row. */
export function streamedEvent({ type, data }: ExecutionLedgerEvent): StreamedEvent {
  const { sequence } = data;
  switch (type) {
    case 'ExecutionStarted':
      return {
        sequence,
        name: 'execution.started',
        data: {
          startedAt: iso(data.requestedAt),
          trigger: data.trigger,
          ...(data.trigger === 'chat' && { conversationId: conversationOf(data.input) }),
        },
      };
    case 'BlockStarted':
      return {
        sequence,
        name: 'block.started',
        data: { ...blockOf(data), startedAt: iso(data.occurredAt) },
      };
    case 'BlockAttemptFailed': {
      const { attemptNumber, status, errorCode, message, durationMs, retryAt, blockId, iteration } =
        data;
      const attempt = {
        blockId,
        iteration,
        attemptNumber,
        status,
        errorCode,
        message,
        durationMs,
        retryAt: iso(retryAt),
      };
      return { sequence, name: 'block.attempt_failed', data: attempt };
    }
    case 'BlockOutputStreamed': {
      const piece = { attemptNumber: data.attemptNumber, text: data.text };
      return { sequence, name: 'block.output', data: { ...blockOf(data), ...piece } };
    }
    case 'BlockCompleted': {
      const times = { startedAt: iso(data.startedAt), endedAt: iso(data.endedAt) };
      const result = {
        ports: data.ports,
        output: parsed(data.output),
        error: data.error,
        attempts: data.attempts,
      };
      return { sequence, name: 'block.completed', data: { ...blockOf(data), ...times, ...result } };
    }
    case 'ExecutionParked': {
      const waits = data.waits.map(({ blockId, iteration, kind, dueAt }) => ({
        blockId,
        iteration,
        kind,
        dueAt: dueAt === null ? null : iso(dueAt),
      }));
      return {
        sequence,
        name: 'execution.paused',
        data: { pausedAt: iso(data.occurredAt), waits },
      };
    }
    case 'ExecutionResumed': {
      const { reason, blockId, iteration, occurredAt } = data;
      return {
        sequence,
        name: 'execution.resumed',
        data: { resumedAt: iso(occurredAt), reason, blockId, iteration },
      };
    }
    case 'ExecutionCompleted': {
      const { status, level, totalDurationMs, error } = data;
      const end = {
        status,
        level,
        endedAt: iso(data.endedAt),
        totalDurationMs,
        error,
        output: parsed(data.finalOutput),
      };
      return { sequence, name: 'execution.completed', data: end };
    }
  }
}

interface DescribedBlock {
  readonly blockId: string;
  readonly blockName: string;
  readonly blockType: string;
  readonly iteration: string;
}

const blockOf = ({ blockId, blockName, blockType, iteration }: DescribedBlock): DescribedBlock => ({
  blockId,
  blockName,
  blockType,
  iteration,
});

/**
 * One row per event that the read model still knows. A block that has completed no longer has its start: the completion says it.
 * Uses the primary keys and the unique index on execution_log.execution_id. Only the end of an execution is last of all.
 */
const historySql = `
  select 1 as sequence, 'execution.started' as name,
    jsonb_build_object('startedAt', to_char(started_at at time zone 'UTC', $2), 'trigger', trigger)
    || case when trigger <> 'chat' then '{}' else jsonb_build_object('conversationId',
      (select input ->> 'conversationId' from execution_detail d where d.execution_id = $1)) end as data
  from execution_log where execution_id = $1
  union all
  select sequence, case when ended_at is null then 'block.started' else 'block.completed' end,
    jsonb_build_object('blockId', block_id, 'blockName', block_name, 'blockType', block_type, 'iteration', iteration,
      'startedAt', to_char(started_at at time zone 'UTC', $2))
    || case when ended_at is null then '{}' else jsonb_build_object('endedAt', to_char(ended_at at time zone 'UTC', $2),
      'ports', ports, 'output', output, 'error', error, 'attempts', attempts) end
  from block_execution where execution_id = $1
  union all
  select sequence, 'block.attempt_failed', jsonb_build_object('blockId', block_id, 'iteration', iteration,
    'attemptNumber', attempt_number, 'status', status, 'errorCode', error_code, 'message', message,
    'durationMs', duration_ms, 'retryAt', to_char(retry_at at time zone 'UTC', $2))
  from block_attempt where execution_id = $1
  union all
  select 2147483647, 'execution.completed', jsonb_build_object('status', status, 'level', level,
    'endedAt', to_char(ended_at at time zone 'UTC', $2), 'totalDurationMs', total_duration_ms, 'error', error,
    'output', (select final_output from execution_detail d where d.execution_id = $1))
  from execution_log where execution_id = $1 and ended_at is not null
  order by sequence`;
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

export async function recordedEvents(pool: Pool, executionId: string): Promise<StreamedEvent[]> {
  return (await pool.query<StreamedEvent>(historySql, [executionId, isoFormat])).rows;
}

const checkpointSql = `select 1 from projection_checkpoint
  where projection = 'executions' and topic = $1 and partition = $2 and next_offset >= $3`;
const pollMs = 50;

/** Resolves when the read model has all that the execution's partition held when this was called, or when the caller is gone. */
export async function untilProjected(
  eventLog: EventLog,
  pool: Pool,
  executionId: string,
  gone: AbortSignal,
): Promise<void> {
  const ends = await eventLog.admin.endOffsets(topics.events);
  const partition = partitionFor(executionId, ends.size);
  const end = ends.get(partition) ?? 0;
  while (end > 0 && !gone.aborted) {
    const { rowCount } = await pool.query(checkpointSql, [topics.events, partition, end]);
    if (rowCount === 1) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * Live events of one execution: read model first, then the ledger's tail, each event once and in
 * order. An event id is its sequence, so `Last-Event-ID` resumes without loss or repeats. Before
 * the last read, the tail is followed and the read model has caught up with the ledger's end of
 * that moment. Duplicates are dropped by sequence.
 */
import { topics } from '@libs/contracts';
import { partitionFor, type EventLog } from '@libs/event-log';
import type { ReadModelProgress } from '@libs/platform';
import type { ExecutionLedgerEvent } from '../live-tail/live-tail.js';
import { JsonText, jsonText } from '../http/json-text.js';
import type { Pool } from 'pg';
import {
  eventHistorySql,
  eventSizesSql,
  pageEvents,
  sequenceOfEnd,
} from './execution-events.sql.js';

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
  readonly data: Readonly<Record<string, unknown>> | JsonText;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const conversationOf = (input: string): unknown =>
  (JSON.parse(input) as { conversationId?: unknown } | null)?.conversationId ?? null;

/** Gives the same fields whether an event comes from the tail or from a row. */
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
      const { attemptNumber, status, errorCode, message, durationMs, blockId, iteration } = data;
      const attempt = {
        blockId,
        iteration,
        attemptNumber,
        status,
        errorCode,
        message,
        durationMs,
        occurredAt: iso(data.occurredAt),
        retryAt: iso(data.retryAt),
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
        output: jsonText(data.output),
        error: data.error,
        attempts: data.attempts,
        cost: data.cost,
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
        output: jsonText(data.finalOutput),
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

/** Byte limit of a page, with outputs counted as text. */
const pageBytes = 4 * 1024 * 1024;
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

export interface RecordedEvents {
  readonly events: readonly StreamedEvent[];
  /** Sequence after which the next page starts; null when the read model has no more. */
  readonly next: number | null;
}

/** The first events after `after`: a few megabytes at most, or a single event. */
export async function recordedEvents(
  pool: Pool,
  executionId: string,
  after: number,
): Promise<RecordedEvents> {
  const sizes = await pool.query<{ sequence: number; bytes: number }>(eventSizesSql, [
    executionId,
    after,
  ]);
  const next = endOfPage(sizes.rows);
  const { rows } = await pool.query<Omit<StreamedEvent, 'data'> & { readonly data: string }>(
    eventHistorySql,
    [executionId, isoFormat, after, next ?? sequenceOfEnd],
  );
  return { events: rows.map((row) => ({ ...row, data: new JsonText(row.data) })), next };
}

function endOfPage(sizes: readonly { sequence: number; bytes: number }[]): number | null {
  let total = 0;
  for (const [index, { sequence, bytes }] of sizes.entries()) {
    total += bytes;
    if (total >= pageBytes) return sequence;
    if (index + 1 === pageEvents) return sequence;
  }
  return null;
}

/**
 * Resolves when the read model has everything the execution's partition held at the call,
 * or when the caller is gone.
 */
export async function untilProjected(
  eventLog: EventLog,
  progress: ReadModelProgress,
  executionId: string,
  gone: AbortSignal,
): Promise<void> {
  const ends = await eventLog.admin.endOffsets(topics.events);
  const partition = partitionFor(executionId, ends.size);
  await progress.passed({ partition, offset: ends.get(partition) ?? 0 }, gone);
}

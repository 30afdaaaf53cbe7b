/** Maps read model rows to spans, each separate but with its attempts. */
import { shownPayload } from '@libs/execution';
import type { SpanAttempt, TraceSpan } from './trace-span.js';

export interface SpanRow {
  readonly execution_id: string;
  readonly block_id: string;
  readonly iteration: string;
  readonly block_name: string;
  readonly block_type: string;
  readonly status: string;
  readonly sequence: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  /** JSON text; so is `output`. */
  readonly input: string | null;
  readonly output: string | null;
  /** Child execution named by the output of a `workflow` block. */
  readonly child_id: string | null;
  readonly error: unknown;
  readonly ports: string[];
  readonly attempts: number;
  readonly cost: number;
  /** Input and output were left out to keep the response small enough. */
  readonly is_cut: boolean;
}

/** A span not yet placed in the tree. */
export interface PlacedSpan {
  readonly span: TraceSpan;
  /** Sequence of its last event; orders spans that began at the same time. */
  readonly sequence: number;
}

/** Milliseconds between a span's start and end; null before it ends. */
export const durationBetween = (startedAt: string, endedAt: string | null): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

export interface TriggerRow {
  readonly execution_id: string;
  readonly block_id: string;
  readonly trigger: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  /** JSON text. */
  readonly input: string | null;
  readonly is_cut: boolean;
  /** The trigger, loop and parallel blocks of the definition that ran. */
  readonly blocks: readonly BlockDescription[] | null;
}

export interface BlockDescription {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export interface AttemptRow {
  readonly execution_id: string;
  readonly block_id: string;
  readonly iteration: string;
  readonly attempt_number: number;
  readonly status: number | null;
  readonly error_code: string;
  readonly message: string;
  readonly duration_ms: number;
  readonly occurred_at: Date;
  readonly retry_at: Date;
}

export const spanKey = (row: { execution_id: string; block_id: string; iteration: string }) =>
  `${row.execution_id}:${row.block_id}:${row.iteration}`;

export const blankSpan = {
  ...{ input: null, output: null, error: null, attempts: [], attemptCount: 1, cost: 0, ports: [] },
  ...{ iteration: '', executionId: null, truncated: false, children: [] },
} as const;

const attemptOf = (row: AttemptRow): SpanAttempt => ({
  attemptNumber: row.attempt_number,
  status: row.status,
  errorCode: row.error_code,
  message: row.message,
  durationMs: row.duration_ms,
  occurredAt: row.occurred_at.toISOString(),
  retryAt: row.retry_at.toISOString(),
});

/**
 * Every attempt of a block that had failed attempts. The last attempt began when it was due
 * and ended with the block.
 * @param span without children
 */
function attemptSpans(span: TraceSpan): TraceSpan[] {
  const last = span.attempts.at(-1);
  if (last === undefined) return [];
  const { error, iteration } = span;
  const one = { ...span, ...blankSpan, type: 'attempt', iteration, error };
  const failed = span.attempts.map((attempt): TraceSpan => ({
    ...one,
    id: `${span.id}#${attempt.attemptNumber}`,
    status: 'error',
    startedAt: new Date(Date.parse(attempt.occurredAt) - attempt.durationMs).toISOString(),
    endedAt: attempt.occurredAt,
    durationMs: attempt.durationMs,
    error: { code: attempt.errorCode, message: attempt.message, status: attempt.status },
  }));
  if (span.endedAt === null) return failed;
  const durationMs = Math.max(0, Date.parse(span.endedAt) - Date.parse(last.retryAt));
  const startedAt = new Date(Date.parse(span.endedAt) - durationMs).toISOString();
  const final = { ...one, id: `${span.id}#${last.attemptNumber + 1}`, startedAt, durationMs };
  return [...failed, final];
}

const withAttempts = (span: TraceSpan): TraceSpan => ({ ...span, children: attemptSpans(span) });

export function spanOf(row: SpanRow, attempts: readonly AttemptRow[]): PlacedSpan {
  const startedAt = row.started_at.toISOString();
  const endedAt = row.ended_at?.toISOString() ?? null;
  const span = withAttempts({
    ...blankSpan,
    id: row.iteration === '' ? row.block_id : `${row.block_id}:${row.iteration}`,
    name: row.block_name,
    type: row.block_type,
    blockId: row.block_id,
    status: row.status,
    startedAt,
    endedAt,
    durationMs: durationBetween(startedAt, endedAt),
    input: shownPayload(row.input),
    output: shownPayload(row.output),
    error: row.error,
    attempts: attempts.map(attemptOf),
    attemptCount: row.attempts,
    cost: row.cost,
    ports: row.ports,
    iteration: row.iteration,
    truncated: row.is_cut,
  });
  return { span, sequence: row.sequence };
}

/** The trigger that started the execution; its output is the execution's input. */
export function triggerSpanOf(row: TriggerRow): TraceSpan {
  const block = row.blocks?.find(({ id }) => id === row.block_id);
  const at = row.started_at.toISOString();
  return {
    ...blankSpan,
    id: row.block_id,
    name: block?.name ?? row.block_id,
    type: block?.type ?? row.trigger,
    blockId: row.block_id,
    status: 'success',
    startedAt: at,
    endedAt: at,
    durationMs: 0,
    output: shownPayload(row.input),
    truncated: row.is_cut,
  };
}

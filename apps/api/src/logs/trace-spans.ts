/**
 * Spans of executions as trees: the trigger, then one per block and iteration in order of start; below a block that was tried again,
 * one per try.
 */
import type { Database } from '@libs/persistence';
import { attemptsSql, spansSql, triggersSql } from './log.sql.js';
import { masked } from './masked.js';

interface SpanAttempt {
  readonly attemptNumber: number;
  /** HTTP status, when one came. */
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  readonly occurredAt: string;
  readonly retryAt: string;
}

export interface TraceSpan {
  /** Unique in its execution. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly blockId: string;
  /** running, success or error. */
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: unknown;
  /** Tries that failed and were followed by another. */
  readonly attempts: readonly SpanAttempt[];
  readonly attemptCount: number;
  readonly cost: number;
  readonly ports: readonly string[];
  /** Place in enclosing loops and parallels; empty at top level. */
  readonly iteration: string;
  /** Its tries, when there were several (type `attempt`). */
  readonly children: readonly TraceSpan[];
}

interface SpanRow {
  execution_id: string;
  block_id: string;
  iteration: string;
  block_name: string;
  block_type: string;
  status: string;
  started_at: Date;
  ended_at: Date | null;
  input: unknown;
  output: unknown;
  error: unknown;
  ports: string[];
  attempts: number;
  cost: number;
}

interface TriggerRow {
  execution_id: string;
  block_id: string;
  block_name: string | null;
  block_type: string | null;
  trigger: string;
  started_at: Date;
  input: unknown;
}

interface AttemptRow {
  execution_id: string;
  block_id: string;
  iteration: string;
  attempt_number: number;
  status: number | null;
  error_code: string;
  message: string;
  duration_ms: number;
  occurred_at: Date;
  retry_at: Date;
}

const spanKey = (row: { execution_id: string; block_id: string; iteration: string }): string =>
  `${row.execution_id}:${row.block_id}:${row.iteration}`;

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
 * Every try of a block that was tried more than once, the last one too: it began when it was due and ended with the block.
 * @param span without children
 */
function attemptSpans(span: TraceSpan): TraceSpan[] {
  const last = span.attempts.at(-1);
  if (last === undefined) return [];
  const blank = { ...span, type: 'attempt', input: null, output: null, cost: 0, ports: [] };
  const one = { ...blank, attempts: [], attemptCount: 1, children: [] };
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

const spanOf = (row: SpanRow, attempts: readonly SpanAttempt[]): TraceSpan =>
  withAttempts({
    id: row.iteration === '' ? row.block_id : `${row.block_id}:${row.iteration}`,
    name: row.block_name,
    type: row.block_type,
    blockId: row.block_id,
    status: row.status,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    durationMs: row.ended_at === null ? null : row.ended_at.getTime() - row.started_at.getTime(),
    input: masked(row.input),
    output: masked(row.output),
    error: row.error,
    attempts,
    attemptCount: row.attempts,
    cost: row.cost,
    ports: row.ports,
    iteration: row.iteration,
    children: [],
  });

/** What started the execution; its output is what came in. */
const triggerSpanOf = (row: TriggerRow): TraceSpan => ({
  id: row.block_id,
  name: row.block_name ?? row.block_id,
  type: row.block_type ?? row.trigger,
  blockId: row.block_id,
  status: 'success',
  startedAt: row.started_at.toISOString(),
  endedAt: row.started_at.toISOString(),
  durationMs: 0,
  input: null,
  output: masked(row.input),
  error: null,
  attempts: [],
  attemptCount: 1,
  cost: 0,
  ports: [],
  iteration: '',
  children: [],
});

/** Spans by execution: the trigger's first, then those of blocks. */
export async function readSpans(
  pool: Database['pool'],
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TraceSpan[]>> {
  if (executionIds.length === 0) return new Map();
  const values = [executionIds];
  const [triggers, spans, attempts] = await Promise.all([
    pool.query<TriggerRow>({ name: 'log-triggers', text: triggersSql, values }),
    pool.query<SpanRow>({ name: 'log-spans', text: spansSql, values }),
    pool.query<AttemptRow>({ name: 'log-attempts', text: attemptsSql, values }),
  ]);
  const attemptsBySpan = Map.groupBy(attempts.rows, spanKey);
  const byExecution = new Map<string, TraceSpan[]>(
    triggers.rows.map((row) => [row.execution_id, [triggerSpanOf(row)]]),
  );
  for (const row of spans.rows) {
    const span = spanOf(row, (attemptsBySpan.get(spanKey(row)) ?? []).map(attemptOf));
    const known = byExecution.get(row.execution_id);
    if (known === undefined) byExecution.set(row.execution_id, [span]);
    else known.push(span);
  }
  return byExecution;
}

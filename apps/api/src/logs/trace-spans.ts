/** Spans of executions: one per block and iteration, in order of start, with every try. */
import type { Database } from '@libs/persistence';
import { attemptsSql, spansSql } from './log.sql.js';
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

const spanOf = (row: SpanRow, attempts: readonly SpanAttempt[]): TraceSpan => ({
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

/** Spans by execution; an execution without any has no entry. */
export async function readSpans(
  pool: Database['pool'],
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TraceSpan[]>> {
  if (executionIds.length === 0) return new Map();
  const [spans, attempts] = await Promise.all([
    pool.query<SpanRow>({ name: 'log-spans', text: spansSql, values: [executionIds] }),
    pool.query<AttemptRow>({ name: 'log-attempts', text: attemptsSql, values: [executionIds] }),
  ]);
  const attemptsBySpan = Map.groupBy(attempts.rows, spanKey);
  const byExecution = new Map<string, TraceSpan[]>();
  for (const row of spans.rows) {
    const span = spanOf(row, (attemptsBySpan.get(spanKey(row)) ?? []).map(attemptOf));
    const known = byExecution.get(row.execution_id);
    if (known === undefined) byExecution.set(row.execution_id, [span]);
    else known.push(span);
  }
  return byExecution;
}

/** Child runs under the `workflow` block that started them. Pure. */
import { blankSpan } from './span-rows.js';
import { durationBetween, type PlacedSpan, type TraceSpan } from './trace-span.js';

export interface ChildRunRow {
  readonly execution_id: string;
  readonly workflow_name: string;
  readonly status: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly cost_total: number;
  readonly error: object | null;
}

export interface ChildRun {
  readonly row: ChildRunRow;
  /** Null when they are not shown here. */
  readonly spans: readonly TraceSpan[] | null;
}

/** Blocks of the child may have the ids of its parent's. */
const within = (executionId: string, span: TraceSpan): TraceSpan => ({
  ...span,
  id: `${executionId}/${span.id}`,
  children: span.children.map((child) => within(executionId, child)),
});

function runSpanOf(blockId: string, { row, spans }: ChildRun): TraceSpan {
  const startedAt = row.started_at.toISOString();
  const endedAt = row.ended_at?.toISOString() ?? null;
  const executionId = row.execution_id;
  return {
    ...blankSpan,
    id: executionId,
    name: row.workflow_name,
    type: 'execution',
    blockId,
    status: row.status,
    startedAt,
    endedAt,
    durationMs: durationBetween(startedAt, endedAt),
    error: row.error,
    // Shown spans have their own.
    cost: spans === null ? row.cost_total : 0,
    executionId,
    truncated: spans === null,
    children: spans?.map((span) => within(executionId, span)) ?? [],
  };
}

/** @param run undefined for a block that started none, or whose child is not in the logs (yet, or any more) */
export function withChildRun(placed: PlacedSpan, run: ChildRun | undefined): PlacedSpan {
  if (run === undefined) return placed;
  const { span } = placed;
  const children = [...span.children, runSpanOf(span.blockId, run)];
  return { ...placed, span: { ...span, children } };
}

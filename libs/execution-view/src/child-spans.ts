/** Places child runs under the `workflow` block that started them. Pure. */
import { blankSpan, durationBetween, type PlacedSpan } from './span-rows.js';
import type { TraceSpan } from './trace-span.js';

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
  /** Null when only the link to the child run is shown. */
  readonly spans: readonly TraceSpan[] | null;
}

/** Prefixes span ids: parent and child may use the same block ids. */
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
    // Shown spans carry their own cost.
    cost: spans === null ? row.cost_total : 0,
    executionId,
    truncated: spans === null,
    children: spans?.map((span) => within(executionId, span)) ?? [],
  };
}

/**
 * @param run undefined when the block started no child, or the logs lack it (not yet, no longer)
 */
export function withChildRun(placed: PlacedSpan, run: ChildRun | undefined): PlacedSpan {
  if (run === undefined) return placed;
  const { span } = placed;
  const children = [...span.children, runSpanOf(span.blockId, run)];
  return { ...placed, span: { ...span, children } };
}

/**
 * Spans of executions as trees: the trigger, then blocks by start time, each with its attempts,
 * iterations of loops and parallels, and child runs.
 */
import { childExecutionIdOf } from '@libs/contracts';
import { mapInTurns, slices } from '@libs/event-loop';
import type { Database } from '@libs/persistence';
import { validate } from 'uuid';
import { withChildRun, type ChildRun, type ChildRunRow } from './child-spans.js';
import {
  attemptsSql,
  childRunsSql,
  childSizesSql,
  omittedSpansSql,
  skeletonSpansSql,
  spansSql,
  triggersSql,
} from './spans.sql.js';
import {
  spanKey,
  spanOf,
  triggerSpanOf,
  type AttemptRow,
  type SpanRow,
  type TriggerRow,
  type PlacedSpan,
} from './span-rows.js';
import { spanTree } from './span-tree.js';
import type { TraceSpan } from './trace-span.js';
import { withRetrying } from './with-retrying.js';

export interface ExecutionSpans {
  readonly spans: readonly TraceSpan[];
  /** How many later blocks were left out. */
  readonly omitted: number;
}

export const noSpans: ExecutionSpans = { spans: [], omitted: 0 };

export type SpansByExecution = ReadonlyMap<string, ExecutionSpans>;

/** How much is included; the rest needs another call. */
export interface SpanBounds {
  /** Nesting depth of child runs; 0 gives links only. */
  readonly levels: number;
  /** Spans of all child runs together. */
  readonly spans: number;
  /** Whether inputs and outputs are left out. */
  readonly skeleton: boolean;
}

/** For lists: child runs stay links, so a page of a thousand logs stays bounded. */
export const linksOnly: SpanBounds = { levels: 0, spans: 0, skeleton: false };
export const nested: SpanBounds = { levels: 3, spans: 1_000, skeleton: false };
export const nestedSkeleton: SpanBounds = { ...nested, skeleton: true };

/** Spans per execution, and as many failed attempts: about 8 MB without inputs and outputs. */
const maxSpans = 10_000;
/** In one round of the event loop: about 10 ms. */
const spansPerTurn = 1_000;
/** Inputs and outputs of all spans read at once, as text and as stored. */
const spanBytes = 32 * 1024 * 1024;
const storedSpanBytes = 8 * 1024 * 1024;

export async function readSpans(
  pool: Database['pool'],
  workspaceId: string,
  executionIds: readonly string[],
  bounds: SpanBounds,
): Promise<SpansByExecution> {
  if (executionIds.length === 0) return new Map();
  const [triggers, spans, attempts] = await Promise.all([
    pool.query<TriggerRow>({
      name: 'log-triggers',
      text: triggersSql,
      values: [executionIds, !bounds.skeleton],
    }),
    readSpanRows(pool, executionIds, bounds),
    pool.query<AttemptRow>({
      name: 'log-attempts',
      text: attemptsSql,
      values: [executionIds, maxSpans],
    }),
  ]);
  const attemptsBySpan = Map.groupBy(attempts.rows, spanKey);
  const spansByExecution = Map.groupBy(spans.rows, (row) => row.execution_id);
  const childIds = await mapInTurns(spans.rows, childIdOf, spansPerTurn);
  const [children, omitted] = await Promise.all([
    readChildRuns(pool, workspaceId, childIds, bounds),
    countOmitted(pool, spansByExecution),
  ]);
  const placed = await mapInTurns(
    spans.rows,
    (row, at) => {
      const span = spanOf(row, attemptsBySpan.get(spanKey(row)) ?? []);
      return withChildRun(span, children.get(childIds[at] ?? ''));
    },
    spansPerTurn,
  );
  const placedByExecution = Map.groupBy(placed, (_, at) => spans.rows[at]?.execution_id);
  const found = new Map<string, ExecutionSpans>();
  let spansOfTurn = 0;
  for (const trigger of triggers.rows) {
    const { execution_id: id } = trigger;
    const its = placedByExecution.get(id) ?? [];
    spansOfTurn += its.length;
    if (spansOfTurn > spansPerTurn) {
      await slices.next();
      spansOfTurn = its.length;
    }
    found.set(id, { spans: wholeOf(trigger, its), omitted: omitted.get(id) ?? 0 });
  }
  // The caller encodes them in a round of their own.
  if (placed.length > spansPerTurn) await slices.next();
  return found;
}

const readSpanRows = (
  pool: Database['pool'],
  executionIds: readonly string[],
  { skeleton }: SpanBounds,
) =>
  pool.query<SpanRow>(
    skeleton
      ? { name: 'log-span-skeletons', text: skeletonSpansSql, values: [executionIds, maxSpans] }
      : {
          name: 'log-spans',
          text: spansSql,
          values: [executionIds, storedSpanBytes, spanBytes, maxSpans],
        },
  );

function wholeOf(trigger: TriggerRow, placed: readonly PlacedSpan[]): readonly TraceSpan[] {
  const context = { blocks: trigger.blocks ?? [], hasEnded: trigger.ended_at !== null };
  return [triggerSpanOf(trigger), ...spanTree(placed, context)];
}

async function countOmitted(
  pool: Database['pool'],
  found: ReadonlyMap<string, readonly SpanRow[]>,
): Promise<ReadonlyMap<string, number>> {
  const full = Array.from(found).flatMap(([id, rows]) => (rows.length < maxSpans ? [] : [id]));
  if (full.length === 0) return new Map();
  const { rows } = await pool.query<{ execution_id: string; omitted: number }>({
    name: 'omitted-spans',
    text: omittedSpansSql,
    values: [full, maxSpans],
  });
  return new Map(rows.map((row) => [row.execution_id, row.omitted]));
}

/**
 * Child execution of a `workflow` block; a rerun's carried result names the earlier run's
 * child. Empty for other blocks.
 */
function childIdOf({ execution_id, block_id, iteration, block_type, child_id }: SpanRow): string {
  if (block_type !== 'workflow') return '';
  // A resume request can set the output of a block, so the id may be anything.
  return child_id !== null && validate(child_id)
    ? child_id
    : childExecutionIdOf(execution_id, block_id, iteration);
}

async function readChildRuns(
  pool: Database['pool'],
  workspaceId: string,
  childIds: readonly string[],
  bounds: SpanBounds,
): Promise<ReadonlyMap<string, ChildRun>> {
  const ids = childIds.filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const runs = await pool.query<ChildRunRow>({
    name: 'child-runs',
    text: childRunsSql,
    values: [ids, workspaceId],
  });
  const shown = await withRetrying(pool, runs.rows);
  const known = new Set(shown.map((row) => row.execution_id));
  const { chosen, left } = await withinBounds(
    pool,
    ids.filter((id) => known.has(id)),
    bounds,
  );
  const spans = await readSpans(pool, workspaceId, chosen, {
    ...bounds,
    levels: bounds.levels - 1,
    spans: left,
  });
  return new Map(
    shown.map((row) => [
      row.execution_id,
      { row, spans: spans.get(row.execution_id)?.spans ?? null },
    ]),
  );
}

/** The first runs that fit whole: a partial run would look complete. */
async function withinBounds(
  pool: Database['pool'],
  ids: readonly string[],
  { levels, spans }: SpanBounds,
): Promise<{ readonly chosen: readonly string[]; readonly left: number }> {
  if (levels === 0 || spans === 0 || ids.length === 0) return { chosen: [], left: 0 };
  // Each run has at least its trigger span.
  const sizes = await pool.query<{ execution_id: string; spans: number }>({
    name: 'child-sizes',
    text: childSizesSql,
    values: [ids.slice(0, spans), spans],
  });
  let left = spans;
  const chosen = sizes.rows.filter((row) => {
    const fits = row.spans < left;
    if (fits) left -= row.spans + 1;
    return fits;
  });
  return { chosen: chosen.map((row) => row.execution_id), left };
}

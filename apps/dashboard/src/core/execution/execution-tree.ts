/**
 * The spans of one execution as a tree, made on read: blocks at top level, containers with their
 * iterations, and the blocks in each. Order and states are those that the API gives (libs/
 * execution-view), and depend on facts only, never on the order in which events arrived.
 */
import { type ExecutionLedger, type Span, spanIdOf } from './execution-ledger.js';
import { placeOf } from './iteration.js';
import type { Outline } from './outline.js';
import { type SpanStatus, spanStatus } from './span-status.js';

export interface Iteration {
  /** `orders[3]`; no span has such an id. */
  readonly id: string;
  readonly index: number;
  readonly status: SpanStatus;
  readonly startMs: number;
  /** Null while it runs, and when it never ended. */
  readonly endMs: number | null;
}

interface ContainerBody {
  /** By index. */
  readonly iterations: readonly Iteration[];
  readonly failedCount: number;
}

export interface ExecutionTree {
  readonly hasEnded: boolean;
  /** Spans directly in one iteration, in order; `''` is the execution itself. */
  spansIn(iteration: string): readonly Span[];
  /** Null for a block that is no container, or whose body has not begun. */
  bodyOf(spanId: string): ContainerBody | null;
  /** Also of a container that is not recorded yet. */
  span(spanId: string): Span | undefined;
}

export function executionTree({ spans, end }: ExecutionLedger, outline: Outline): ExecutionTree {
  const hasEnded = end !== null;
  const groups = Map.groupBy(spans.values(), ({ iteration }) => iteration);
  const indexes = containersOf(groups);
  const derived = new Map<string, Span>();
  const sorted = new Map<string, readonly Span[]>();
  const bodies = new Map<string, ContainerBody>();

  const order = (a: Span, b: Span): number =>
    a.startMs - b.startMs ||
    (outline.ranks.get(a.blockId) ?? 0) - (outline.ranks.get(b.blockId) ?? 0) ||
    (a.id < b.id ? -1 : 1);

  const span = (id: string): Span | undefined => spans.get(id) ?? derivedSpan(id);

  function derivedSpan(id: string): Span | undefined {
    const container = indexes.get(id);
    if (container === undefined) return undefined;
    const known = derived.get(id);
    if (known !== undefined) return known;
    const { containerId: blockId, outer: iteration } = container;
    const block = outline.blocks.get(blockId);
    const startMs = container.indexes.reduce(
      (first, index) => Math.min(first, earliest(spansIn(iterationOf(blockId, iteration, index)))),
      Infinity,
    );
    const made: Span = {
      ...{ id, blockId, iteration, name: block?.name ?? blockId },
      ...{ blockType: block?.blockType ?? 'loop', startMs, endMs: null },
      ...{ failedTries: [], attemptCount: 1, ports: [], error: null, cost: 0 },
      ...{ childId: null, tokens: 0, offset: null, streamed: null },
    };
    derived.set(id, made);
    return made;
  }

  const unrecorded = Map.groupBy(
    [...indexes].filter(([id]) => !spans.has(id)).map(([id, { outer }]) => ({ id, outer })),
    ({ outer }) => outer,
  );

  function spansIn(iteration: string): readonly Span[] {
    const known = sorted.get(iteration);
    if (known !== undefined) return known;
    const missing = (unrecorded.get(iteration) ?? []).flatMap(({ id }) => derivedSpan(id) ?? []);
    const all = [...(groups.get(iteration) ?? []), ...missing].sort(order);
    sorted.set(iteration, all);
    return all;
  }

  function bodyOf(spanId: string): ContainerBody | null {
    const container = indexes.get(spanId);
    const own = span(spanId);
    if (container === undefined || own === undefined) return null;
    const known = bodies.get(spanId);
    if (known !== undefined) return known;
    const last = container.indexes.at(-1);
    const iterations = container.indexes.map((index) => {
      const id = iterationOf(container.containerId, container.outer, index);
      return iterationFrom({ id, index }, spansIn(id), own, { isLast: index === last, hasEnded });
    });
    const failedCount = iterations.filter(({ status }) => status === 'error').length;
    const body = { iterations, failedCount };
    bodies.set(spanId, body);
    return body;
  }

  return { hasEnded, spansIn, bodyOf, span };
}

interface FoundContainer {
  readonly containerId: string;
  readonly outer: string;
  /** Ascending. */
  readonly indexes: readonly number[];
}

/** Every container with a body, by span id, also those around others. */
function containersOf(groups: ReadonlyMap<string, unknown>): Map<string, FoundContainer> {
  const found = new Map<string, { containerId: string; outer: string; indexes: Set<number> }>();
  const note = (iteration: string): void => {
    const place = placeOf(iteration);
    if (place === null) return;
    const { containerId, outer, index } = place;
    const id = spanIdOf(containerId, outer);
    const known = found.get(id);
    if (known !== undefined) {
      known.indexes.add(index);
      return;
    }
    found.set(id, { containerId, outer, indexes: new Set([index]) });
    note(outer);
  };
  for (const iteration of groups.keys()) note(iteration);
  return new Map(
    [...found].map(([id, { indexes, ...container }]) => [
      id,
      { ...container, indexes: [...indexes].sort((a, b) => a - b) },
    ]),
  );
}

const iterationOf = (containerId: string, outer: string, index: number): string =>
  `${outer === '' ? '' : `${outer}.`}${containerId}[${index}]`;

const earliest = (spans: readonly Span[]): number =>
  spans.reduce((first, { startMs }) => Math.min(first, startMs), Infinity);

interface IterationContext {
  readonly isLast: boolean;
  readonly hasEnded: boolean;
}

function iterationFrom(
  named: Pick<Iteration, 'id' | 'index'>,
  spans: readonly Span[],
  container: Span,
  context: IterationContext,
): Iteration {
  const status = iterationStatus(spans, container, context);
  const isOver = status === 'success' || status === 'error';
  const endMs = isOver ? Math.max(...spans.map((span) => span.endMs ?? span.startMs)) : null;
  return { ...named, status, startMs: earliest(spans), endMs };
}

/**
 * A failed block that leads nowhere fails its iteration. Between two blocks, an iteration runs
 * while its container does, unless a loop has begun a later one.
 */
function iterationStatus(
  spans: readonly Span[],
  container: Span,
  { isLast, hasEnded }: IterationContext,
): SpanStatus {
  const open = spans.find(({ endMs }) => endMs === null);
  if (open !== undefined) return spanStatus(open, hasEnded);
  if (spans.some(({ error, ports }) => error !== null && ports.length === 0)) return 'error';
  if (container.endMs !== null || (container.blockType === 'loop' && !isLast)) return 'success';
  return hasEnded ? 'cancelled' : 'running';
}

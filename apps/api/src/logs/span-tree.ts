/**
 * Spans of one execution as a tree: what ran in a loop or parallel stands under its iteration, and that under its container. Pure.
 * A container is recorded when it ends; before, and when its execution was stopped inside it, it is shown from what its body left.
 */
import { outerIteration } from '@libs/execution';
import { blankSpan, type BlockDescription } from './span-rows.js';
import { durationBetween, type PlacedSpan, type TraceSpan } from './trace-span.js';

export interface TreeContext {
  readonly blocks: readonly BlockDescription[];
  /** Whether the execution has ended: what has not by then never will. */
  readonly hasEnded: boolean;
}

/** The innermost step of `orders[3].lines[0]`: container `lines` at `orders[3]`, index 0. */
interface Place {
  readonly containerId: string;
  readonly outer: string;
  readonly index: number;
}

function placeOf(iteration: string): Place | null {
  const steps = iteration.split('.');
  const parsed = /^(.+)\[(\d+)\]$/.exec(steps.at(-1) ?? '');
  const [, containerId, index] = parsed ?? [];
  if (containerId === undefined) return null;
  return { containerId, outer: outerIteration(iteration, steps.length - 1), index: Number(index) };
}

/** Ids have neither `:` nor `[`, so these name containers and iterations without doubt. */
const containerKey = (containerId: string, outer: string): string => `${containerId}:${outer}`;

const inOrder = (a: PlacedSpan, b: PlacedSpan): number =>
  compare(a.span.startedAt, b.span.startedAt) ||
  a.sequence - b.sequence ||
  compare(a.span.id, b.span.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class SpanTree {
  /** Spans by the iteration they stand in. */
  readonly #byIteration: Map<string, PlacedSpan[]>;
  /** Indexes that ran, by container. */
  readonly #indexes = new Map<string, Set<number>>();

  constructor(
    spans: readonly PlacedSpan[],
    private readonly context: TreeContext,
  ) {
    this.#byIteration = Map.groupBy(spans, ({ span }) => span.iteration);
    const recorded = new Set(spans.map(({ span }) => containerKey(span.blockId, span.iteration)));
    for (const iteration of [...this.#byIteration.keys()]) this.#note(iteration, recorded);
  }

  /** Makes every container on the way to the top known, those without a record too. */
  #note(iteration: string, recorded: Set<string>): void {
    const place = placeOf(iteration);
    if (place === null) return;
    const key = containerKey(place.containerId, place.outer);
    const indexes = this.#indexes.get(key) ?? new Set();
    this.#indexes.set(key, indexes.add(place.index));
    if (recorded.has(key)) return;
    recorded.add(key);
    const beside = this.#byIteration.get(place.outer) ?? [];
    this.#byIteration.set(place.outer, [...beside, { span: this.#unrecorded(place), sequence: 0 }]);
    this.#note(place.outer, recorded);
  }

  #unrecorded({ containerId, outer }: Place): TraceSpan {
    const block = this.context.blocks.find(({ id }) => id === containerId);
    return {
      ...blankSpan,
      id: outer === '' ? containerId : `${containerId}:${outer}`,
      name: block?.name ?? containerId,
      type: block?.type ?? 'loop',
      blockId: containerId,
      status: 'running',
      startedAt: '',
      endedAt: null,
      durationMs: null,
      iteration: outer,
    };
  }

  /** What stands in one iteration; `''` is the execution itself. */
  spansIn(iteration: string): TraceSpan[] {
    return (this.#byIteration.get(iteration) ?? [])
      .map(({ span, sequence }) => ({ span: this.#whole(span), sequence }))
      .sort(inOrder)
      .map(({ span }) => span);
  }

  #whole(span: TraceSpan): TraceSpan {
    const status =
      span.status === 'running' && this.context.hasEnded ? ('cancelled' as const) : span.status;
    const indexes = this.#indexes.get(containerKey(span.blockId, span.iteration));
    if (indexes === undefined) return { ...span, status };
    const ordered = [...indexes].sort((a, b) => a - b);
    const iterations = ordered.map((index) =>
      this.#iteration(span, index, index === ordered.at(-1)),
    );
    const startedAt = span.startedAt === '' ? earliest(iterations) : span.startedAt;
    return { ...span, status, startedAt, children: [...span.children, ...iterations] };
  }

  #iteration(container: TraceSpan, index: number, isLast: boolean): TraceSpan {
    const step = `${container.blockId}[${index}]`;
    const iteration = container.iteration === '' ? step : `${container.iteration}.${step}`;
    const children = this.spansIn(iteration);
    const status = this.#statusOf(container, children, isLast);
    const startedAt = earliest(children);
    const isOver = status === 'success' || status === 'error';
    const endedAt = isOver ? latestEnd(children) : null;
    return {
      ...blankSpan,
      id: iteration,
      name: `${container.name} [${index}]`,
      type: 'iteration',
      blockId: container.blockId,
      status,
      startedAt,
      endedAt,
      durationMs: durationBetween(startedAt, endedAt),
      iteration,
      children,
    };
  }

  /**
   * A failed block without a way on ends its iteration. Between two blocks nothing says whether an iteration goes on: while its
   * container does it counts as running, except those of a loop that has begun a later one.
   */
  #statusOf(container: TraceSpan, inside: readonly TraceSpan[], isLast: boolean): string {
    const unfinished = this.context.hasEnded ? 'cancelled' : 'running';
    if (inside.some(({ endedAt }) => endedAt === null)) return unfinished;
    if (inside.some(({ status, ports }) => status === 'error' && ports.length === 0))
      return 'error';
    const isOver = container.endedAt !== null || (container.type === 'loop' && !isLast);
    return isOver ? 'success' : unfinished;
  }
}

const earliest = (spans: readonly TraceSpan[]): string =>
  spans.map(({ startedAt }) => startedAt).sort(compare)[0] ?? '';

const latestEnd = (spans: readonly TraceSpan[]): string | null =>
  spans
    .flatMap(({ endedAt }) => endedAt ?? [])
    .sort(compare)
    .at(-1) ?? null;

/**
 * @param spans of one execution, in any order; each is in the result exactly once
 * @returns top level spans in the order in which they began, iterations by their index
 */
export function spanTree(spans: readonly PlacedSpan[], context: TreeContext): TraceSpan[] {
  return new SpanTree(spans, context).spansIn('');
}

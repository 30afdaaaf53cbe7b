/**
 * Builds a tree from the spans of one execution: a block in a loop or parallel sits under its
 * iteration, and that under its container. Pure. A container is recorded when it ends. Before that,
 * or when the execution stopped inside it, its span is derived from its body.
 */
import { outerIteration } from '@libs/execution';
import { blankSpan, type BlockDescription, durationBetween, type PlacedSpan } from './span-rows.js';
import type { TraceSpan } from './trace-span.js';

export interface TreeContext {
  readonly blocks: readonly BlockDescription[];
  /** True when the execution has ended; unended spans then never end. */
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

/** Unambiguous, because ids contain neither `:` nor `[`. */
const containerKey = (containerId: string, outer: string): string => `${containerId}:${outer}`;

const inOrder = (a: PlacedSpan, b: PlacedSpan): number =>
  compare(a.span.startedAt, b.span.startedAt) ||
  a.sequence - b.sequence ||
  compare(a.span.id, b.span.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class SpanTree {
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

  /** Registers every container up to the top, including unrecorded ones. */
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

  /** Spans directly in one iteration; `''` is the execution itself. */
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
   * A failed block without outgoing ports fails its iteration. Between two blocks, an iteration is
   * running while its container is, unless a loop has begun a later iteration.
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
 * @param spans of one execution, in any order; each appears in the result exactly once
 * @returns top-level spans by start time, iterations by index
 */
export function spanTree(spans: readonly PlacedSpan[], context: TreeContext): TraceSpan[] {
  return new SpanTree(spans, context).spansIn('');
}

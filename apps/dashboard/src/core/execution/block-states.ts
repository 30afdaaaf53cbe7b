/**
 * How each block of the definition stands, for the canvas. A block in a loop ran many times: the
 * worst of its runs is shown, and its container counts the iterations.
 */
import type { Iterations } from '../iterations/iterations.js';
import type { BlockState } from './block-state.js';
import type { Span } from './execution-ledger.js';
import type { ExecutionTree } from './execution-tree.js';
import type { Outline } from './outline.js';
import { nothingTakenOver, type TakenOver } from './taken-over.js';
import { isContainer, type SpanStatus, spanStatus } from './span-status.js';

const worstFirst: readonly SpanStatus[] = [
  ...(['error', 'retrying', 'running', 'waiting', 'cancelled', 'success'] as const),
];

export function blockStates(
  spans: Iterable<Span>,
  tree: ExecutionTree,
  { blocks, trigger }: Outline,
  taken: TakenOver = nothingTakenOver,
): Map<string, BlockState> {
  const states = new Map<string, BlockState>();
  const byBlock = Map.groupBy(spans, ({ blockId }) => blockId);
  for (const { id, blockType } of blocks.values()) {
    if (blockType === 'note') continue;
    const own = byBlock.get(id) ?? [tree.span(id)].filter((span) => span !== undefined);
    if (own.length > 0) states.set(id, stateOf(own, tree));
    else if (id === trigger?.id) states.set(id, { status: 'success', ports: ['out'] });
    else if (taken.has(id)) {
      const state = taken.get(id);
      if (state != null) states.set(id, state);
    } else if (tree.hasEnded) states.set(id, { status: 'skipped' });
  }
  return states;
}

function stateOf(spans: readonly Span[], tree: ExecutionTree): BlockState {
  const statuses = new Set(spans.map((span) => spanStatus(span, tree.hasEnded)));
  const status = worstFirst.find((one) => statuses.has(one)) ?? 'success';
  const tries = spans.reduce((most, { attemptCount }) => Math.max(most, attemptCount), 1);
  const isOver = spans.every(({ endMs }) => endMs !== null);
  const ports = [...new Set(spans.flatMap((span) => span.ports))];
  const [first] = spans;
  return {
    status,
    ...(tries > 1 && { tries }),
    // The ports of a container lead out of it; the way into its body is taken when it has one.
    ...(isOver && {
      ports: first !== undefined && isContainer(first) ? [...ports, 'each'] : ports,
    }),
    ...(first !== undefined && isContainer(first) && { iterations: iterationsOf(spans, tree) }),
  };
}

function iterationsOf(spans: readonly Span[], tree: ExecutionTree): Iterations {
  const all = spans.flatMap(({ id }) => tree.bodyOf(id)?.iterations ?? []);
  const count = (status: SpanStatus): number => all.filter((one) => one.status === status).length;
  return { ok: count('success'), failed: count('error'), total: all.length };
}

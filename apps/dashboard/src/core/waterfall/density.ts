/** The iterations of a container as a strip of a few cells, each the worst state of its share. */
import type { Iteration } from '../execution/execution-tree.js';
import type { SpanStatus } from '../execution/span-status.js';

const worstFirst: readonly SpanStatus[] = [
  ...(['error', 'running', 'retrying', 'waiting', 'cancelled', 'success'] as const),
];

export function densityOf(iterations: readonly Iteration[], mostCells: number): SpanStatus[] {
  const cells = Math.min(mostCells, iterations.length);
  return Array.from({ length: cells }, (_, cell) => {
    const from = Math.floor((cell * iterations.length) / cells);
    const to = Math.floor(((cell + 1) * iterations.length) / cells);
    const states = new Set(iterations.slice(from, to).map(({ status }) => status));
    return worstFirst.find((status) => states.has(status)) ?? 'success';
  });
}

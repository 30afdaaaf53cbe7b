/** Which blocks a drag takes along, and where they all stand after it. */
import type { Box, Point } from '../layout/box.js';
import type { BlockPositions } from '../layout/stored.js';
import type { GraphBlock, WorkflowGraph } from '../workflow-graph/workflow-graph.js';

type Nested = Pick<GraphBlock, 'id' | 'parent'>;

export type Positions = Readonly<Record<string, readonly [x: number, y: number]>>;

/** The blocks themselves, and all that stands in them. */
export function draggedBlocks(blocks: readonly Nested[], ids: Iterable<string>): Set<string> {
  const inside = Map.groupBy(blocks, ({ parent }) => parent);
  const known = new Set(blocks.map(({ id }) => id));
  const dragged = new Set<string>();
  const waiting = [...ids].filter((id) => known.has(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (dragged.has(id)) continue;
    dragged.add(id);
    for (const inner of inside.get(id) ?? []) waiting.push(inner.id);
  }
  return dragged;
}

/** Those that move because they were taken, and not because of the frame around them. */
export function draggedRoots(
  blocks: readonly Nested[],
  dragged: ReadonlySet<string>,
): readonly string[] {
  return blocks
    .filter(({ id, parent }) => dragged.has(id) && (parent === null || !dragged.has(parent)))
    .map(({ id }) => id);
}

interface Placed {
  readonly blocks: readonly GraphBlock[];
  readonly boxes: ReadonlyMap<string, Box>;
  readonly stored: BlockPositions;
}

/**
 * Positions of all that moved, and of each block that had none: the layout would place those
 * anew, next to a block that moved.
 */
export function movedPositions(
  { blocks, boxes, stored }: Placed,
  dragged: ReadonlySet<string>,
  by: Point,
): Positions {
  const filled = new Set(blocks.map(({ parent }) => parent));
  const positions: Record<string, readonly [number, number]> = {};
  for (const { id, kind } of blocks) {
    const box = boxes.get(id);
    if (box === undefined) continue;
    const isMoved = dragged.has(id);
    // A frame lies around its body: it needs a place of its own only while it is empty.
    const needsPlace = !Object.hasOwn(stored, id) && !(kind === 'container' && filled.has(id));
    if (!isMoved && !needsPlace) continue;
    const shift = isMoved ? by : { x: 0, y: 0 };
    positions[id] = [Math.round(box.x + shift.x), Math.round(box.y + shift.y)];
  }
  return positions;
}

/** Positions as the automatic layout has them. */
export function layoutPositions(boxes: ReadonlyMap<string, Box>): Positions {
  const all = [...boxes].map(([id, { x, y }]) => [id, [Math.round(x), Math.round(y)]] as const);
  return Object.fromEntries(all);
}

/**
 * Blocks that can change the body they stand in. Notes have no edges, and a tool stands where its
 * agent does.
 */
export function bodyMovers({ blocks, edges }: WorkflowGraph, roots: readonly string[]): string[] {
  const tools = new Set(edges.filter(({ kind }) => kind === 'tool').map(({ to }) => to));
  for (const { from, to, kind } of edges)
    if (kind !== 'tool') for (const end of [from, to]) tools.delete(end);
  const notes = new Set(blocks.filter(({ kind }) => kind === 'note').map(({ id }) => id));
  return roots.filter((id) => !tools.has(id) && !notes.has(id));
}

/** Where a new block stands, and what moves down so that it fits. */
import {
  type Box,
  bottomOf,
  centreOf,
  movedBy,
  overlap,
  type Point,
  rightOf,
  type Size,
} from '../layout/box.js';
import { bodyPadding, frameSizeOf } from '../layout/frame.js';
import type { BlockPositions } from '../layout/stored.js';
import {
  type GraphEdge,
  isContainer,
  type WorkflowGraph,
} from '../workflow-graph/workflow-graph.js';
import { draggedBlocks, movedPositions, type Positions } from './dragged-blocks.js';
import { reachable } from './reachable.js';

export interface Placed {
  readonly graph: WorkflowGraph;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly stored: BlockPositions;
}

/**
 * A workflow without any positions is laid out as a whole: then a page may leave both alone, and
 * the new block finds its place by itself.
 */
export interface Room {
  /** Left top of the new block. */
  readonly at: readonly [x: number, y: number];
  /** Of the blocks that move for it, and of those that had no position. */
  readonly positions: Positions;
}

const rowGap = 32;
const columnGap = 40;
const newBlockSize: Size = { width: 216, height: 52 };

export const newSizeOf = (type: string): Size =>
  isContainer({ type }) ? frameSizeOf({ width: 0, height: 0 }) : newBlockSize;

/** On an edge: what follows it moves down as far as is missing. */
export function roomOnEdge(
  placed: Placed,
  edge: Pick<GraphEdge, 'from' | 'to'>,
  size: Size = newBlockSize,
): Room {
  const { graph, boxes } = placed;
  const [source, target] = [boxes.get(edge.from), boxes.get(edge.to)];
  if (source === undefined || target === undefined) return roomAt(placed, { x: 0, y: 0 }, size);
  const isBelow = target.y >= bottomOf(source);
  if (!isBelow) {
    const [a, b] = [centreOf(source), centreOf(target)];
    return roomAt(placed, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, size);
  }
  const y = Math.max(bottomOf(source) + rowGap, (bottomOf(source) + target.y - size.height) / 2);
  const missing = Math.max(0, y + size.height + rowGap - target.y);
  const moving = missing === 0 ? new Set<string>() : followers(graph, boxes, edge.to);
  return {
    at: [Math.round(centreOf(target).x - size.width / 2), Math.round(y)],
    positions: moveDown(placed, withPushed(placed, moving, missing), missing),
  };
}

/** Below a block, beside what stands there already. */
export function roomAfter(
  placed: Placed,
  { from, isBody }: { readonly from: string; readonly isBody: boolean },
  size: Size = newBlockSize,
): Room {
  const { graph, boxes } = placed;
  const source = boxes.get(from);
  if (source === undefined) return roomAt(placed, { x: 0, y: 0 }, size);
  const around = framesAround(graph, from);
  const ownFrames = isBody ? new Set([...around, from]) : around;
  const others = [...boxes].flatMap(([id, box]) => (ownFrames.has(id) ? [] : [box]));
  const y = isBody ? source.y + bodyPadding.top : bottomOf(source) + rowGap;
  let free: Box = { ...size, x: centreOf(source).x - size.width / 2, y };
  for (let hit = hitBy(free, others); hit !== undefined; hit = hitBy(free, others))
    free = { ...free, x: rightOf(hit) + columnGap };
  return {
    at: [Math.round(free.x), Math.round(free.y)],
    positions: moveDown(placed, new Set(), 0),
  };
}

/** Around a point, as where a block was dropped. */
export const roomAt = (placed: Placed, { x, y }: Point, size: Size = newBlockSize): Room => ({
  at: [Math.round(x - size.width / 2), Math.round(y - size.height / 2)],
  positions: moveDown(placed, new Set(), 0),
});

const hitBy = (box: Box, others: readonly Box[]): Box | undefined =>
  others.find((other) => overlap(box, other));

const moveDown = (
  { graph: { blocks }, boxes, stored }: Placed,
  moved: ReadonlySet<string>,
  by: number,
): Positions => movedPositions({ blocks, boxes, stored }, moved, { x: 0, y: by });

/** All that follows, also after the frames around it, and that stands no higher. */
function followers(
  graph: WorkflowGraph,
  boxes: ReadonlyMap<string, Box>,
  start: string,
): ReadonlySet<string> {
  const top = boxes.get(start)?.y ?? 0;
  const found = reachable(graph, start, 'down');
  for (const frame of framesAround(graph, start)) {
    for (const { from, to } of graph.edges)
      if (from === frame) for (const id of reachable(graph, to, 'down')) found.add(id);
  }
  const below = [...found].filter((id) => (boxes.get(id)?.y ?? -Infinity) >= top);
  return draggedBlocks(graph.blocks, below);
}

/** And what those would come to lie on. */
function withPushed(
  { graph, boxes }: Placed,
  moving: ReadonlySet<string>,
  by: number,
): ReadonlySet<string> {
  const parents = new Map(graph.blocks.map(({ id, parent }) => [id, parent]));
  const around = new Set([...moving].flatMap((id) => [...framesAround(graph, id)]));
  const all = new Set(moving);
  for (const id of all) {
    const box = boxes.get(id);
    if (box === undefined) continue;
    const next = movedBy(box, { x: 0, y: by });
    for (const [other, otherBox] of boxes) {
      if (all.has(other) || around.has(other)) continue;
      if (!overlap(next, otherBox) || overlap(box, otherBox)) continue;
      let outer = other;
      for (let at = parents.get(outer); at != null && !around.has(at); at = parents.get(at))
        outer = at;
      for (const pushed of draggedBlocks(graph.blocks, [outer])) all.add(pushed);
    }
  }
  return all;
}

function framesAround({ blocks }: WorkflowGraph, id: string): ReadonlySet<string> {
  const parents = new Map(blocks.map((block) => [block.id, block.parent]));
  const frames = new Set<string>();
  for (let at = parents.get(id); at != null; at = parents.get(at)) frames.add(at);
  return frames;
}

/** Where an arrow key leads from a block: along its edges, into bodies and out, or sideways. */
import { type Box, centreOf } from '../layout/box.js';
import type { WorkflowGraph } from './workflow-graph.js';

export type Direction = 'up' | 'down' | 'left' | 'right';

type Boxes = ReadonlyMap<string, Box>;

export function walk(
  graph: WorkflowGraph,
  boxes: Boxes,
  from: string,
  direction: Direction,
): string | null {
  switch (direction) {
    case 'down':
      return below(graph, boxes, from) ?? beside(boxes, from, 'down');
    case 'up':
      return above(graph, boxes, from) ?? beside(boxes, from, 'up');
    case 'left':
    case 'right':
      return beside(boxes, from, direction);
  }
}

/** The body of a container comes before what follows the container. */
function below({ blocks, edges }: WorkflowGraph, boxes: Boxes, from: string): string | null {
  const body = blocks.filter(({ parent }) => parent === from).map(({ id }) => id);
  const entered = new Set(edges.map(({ to }) => to));
  const first = nearest(
    boxes,
    from,
    body.filter((id) => !entered.has(id)),
  );
  if (first !== null) return first;
  const parents = new Map(blocks.map(({ id, parent }) => [id, parent]));
  for (let at: string | null | undefined = from; at != null; at = parents.get(at)) {
    const next = edges.filter((edge) => edge.from === at && edge.kind !== 'tool');
    if (next.length > 0)
      return nearest(
        boxes,
        at,
        next.map(({ to }) => to),
      );
  }
  return null;
}

function above({ blocks, edges }: WorkflowGraph, boxes: Boxes, from: string): string | null {
  const before = edges.filter(({ to }) => to === from).map((edge) => edge.from);
  if (before.length > 0) return nearest(boxes, from, before);
  return blocks.find(({ id }) => id === from)?.parent ?? null;
}

/** The one whose line is closest: straight on before to the side. */
function nearest(boxes: Boxes, from: string, ids: readonly string[]): string | null {
  const own = boxes.get(from);
  if (own === undefined) return ids[0] ?? null;
  return least(ids, (id) => {
    const box = boxes.get(id);
    return box === undefined ? Infinity : Math.abs(centreOf(box).x - centreOf(own).x);
  });
}

/** Away from the line, a block counts as twice as far. */
function beside(boxes: Boxes, from: string, direction: Direction): string | null {
  const own = boxes.get(from);
  if (own === undefined) return null;
  const [x, y] = [centreOf(own).x, own.y];
  const isSideways = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  return least([...boxes.keys()], (id) => {
    const box = boxes.get(id);
    if (box === undefined || id === from) return Infinity;
    const [dx, dy] = [centreOf(box).x - x, box.y - y];
    const [along, across] = isSideways ? [dx * sign, dy] : [dy * sign, dx];
    return along < 8 ? Infinity : along + 2 * Math.abs(across);
  });
}

function least(ids: readonly string[], distance: (id: string) => number): string | null {
  let [best, shortest]: [string | null, number] = [null, Infinity];
  for (const id of ids) {
    const own = distance(id);
    if (own < shortest) [best, shortest] = [id, own];
  }
  return best;
}

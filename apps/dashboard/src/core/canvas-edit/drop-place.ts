/** Where blocks end that are dropped: in which body, and on which edge. */
import { type Box, bottomOf, overlap, type Point, rightOf } from '../layout/box.js';
import type { Route } from '../layout/route.js';
import type { WorkflowGraph } from '../workflow-graph/workflow-graph.js';
import { edgeAt } from './edge-at.js';

interface Drawing {
  readonly graph: WorkflowGraph;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly routes: ReadonlyMap<string, Route>;
}

const edgeReach = 22;

/** The innermost frame at a point. */
export function frameAt(
  { graph, boxes }: Pick<Drawing, 'graph' | 'boxes'>,
  { x, y }: Point,
  dragged: ReadonlySet<string>,
): string | null {
  let [found, least]: [string | null, number] = [null, Infinity];
  for (const { id, kind } of graph.blocks) {
    const box = kind === 'container' && !dragged.has(id) ? boxes.get(id) : undefined;
    if (box === undefined) continue;
    if (x < box.x || y < box.y || x > rightOf(box) || y > bottomOf(box)) continue;
    const area = box.width * box.height;
    if (area < least) [found, least] = [id, area];
  }
  return found;
}

/**
 * The body that blocks end in. They leave their own only when no part of them lies in it any more,
 * so that a body can be made larger from inside.
 *
 * @param home the frame they come from
 */
export function dropFrame(
  drawing: Pick<Drawing, 'graph' | 'boxes'>,
  at: Point,
  { dragged, home, ghost }: { dragged: ReadonlySet<string>; home: string | null; ghost: Box },
): string | null {
  const under = frameAt(drawing, at, dragged);
  const own = drawing.boxes.get(home ?? '');
  if (own === undefined || under === home) return under;
  const isOutside = under === null || around(drawing.graph, home).includes(under);
  return isOutside && overlap(own, ghost) ? home : under;
}

/** The frames around a block, innermost first. */
function around({ blocks }: WorkflowGraph, id: string | null): string[] {
  const parents = new Map(blocks.map((block) => [block.id, block.parent]));
  const frames: string[] = [];
  for (let at = parents.get(id ?? ''); at != null; at = parents.get(at)) frames.push(at);
  return frames;
}

/** An edge of one body that a block can be put on. */
export function dropEdge(
  { graph, routes }: Pick<Drawing, 'graph' | 'routes'>,
  at: Point,
  { dragged, frame }: { dragged: ReadonlySet<string>; frame: string | null },
): string | null {
  const parents = new Map(graph.blocks.map(({ id, parent }) => [id, parent]));
  const open = graph.edges.flatMap(({ id, from, to, kind }) => {
    const route = routes.get(id);
    const isOwn = dragged.has(from) || dragged.has(to);
    const isHere = parents.get(from) === frame && parents.get(to) === frame;
    return route === undefined || kind === 'tool' || isOwn || !isHere ? [] : [[id, route] as const];
  });
  return edgeAt(open, at, edgeReach)?.id ?? null;
}

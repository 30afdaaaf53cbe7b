/** Blocks that an agent calls as tools stand in a column at its right. */
import { type Box, centreOf, type Point, rightOf, type Size } from './box.js';
import type { LayoutEdge } from './layout-input.js';
import { type Route, straightened } from './route.js';

const besideGap = 48;
const belowGap = 12;

/**
 * By block: the edge of the first agent that calls it, for blocks that no other edge reaches. A
 * draft may name anything as a tool; a container keeps the place that its body needs.
 */
export function hungTools(
  edges: readonly LayoutEdge[],
  containers: ReadonlySet<string>,
): Map<string, LayoutEdge> {
  const hung = new Map<string, LayoutEdge>();
  for (const edge of edges)
    if (edge.kind === 'tool' && !hung.has(edge.to) && !containers.has(edge.to))
      hung.set(edge.to, edge);
  for (const { from, to, kind } of edges) {
    // An agent stands on its own, also when another one calls it.
    hung.delete(from);
    if (kind !== 'tool') hung.delete(to);
  }
  return hung;
}

/** @returns a place for each tool, from the agent's left top */
export function toolPlaces(agent: Size, tools: readonly Size[]): Point[] {
  let y = 0;
  return tools.map(({ height }) => {
    const place = { x: agent.width + besideGap, y };
    y += height + belowGap;
    return place;
  });
}

export function toolRoute(agent: Box, tool: Box): Route {
  const from = { x: rightOf(agent), y: centreOf(agent).y };
  const to = { x: tool.x, y: centreOf(tool).y };
  const middle = (from.x + to.x) / 2;
  const points = [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  return { points: straightened(points), label: null };
}

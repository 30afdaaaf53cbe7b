/**
 * Places the blocks of a workflow from top to bottom, and leads the edges around them. Pure and
 * deterministic: equal input gives an equal drawing. Bodies of containers are laid out first, then
 * the regions around them. Guarded by layout.property.spec.ts: no two blocks overlap, a container
 * holds its body, and no edge runs beneath a block.
 */
import type { Box } from './box.js';
import { boundsOf } from './drawing.js';
import { freeRoute } from './free-route.js';
import type { LayoutInput } from './layout-input.js';
import { innermostFirst } from './nesting.js';
import { placeBody, type PlacedBody } from './place-body.js';
import type { Route } from './route.js';

export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly routes: ReadonlyMap<string, Route>;
  readonly bounds: Box;
}

export function layoutWorkflow({ blocks, edges, start }: LayoutInput): Layout {
  const parents = new Map(blocks.map(({ id, parent }) => [id, parent]));
  const inside = Map.groupBy(blocks, ({ parent }) => parent);
  const edgesInside = Map.groupBy(edges, ({ from, to }) =>
    parents.get(from) === parents.get(to) ? (parents.get(from) ?? null) : undefined,
  );
  const bodies = new Map<string, PlacedBody>();
  const place = (parent: string | null): PlacedBody =>
    placeBody(inside.get(parent) ?? [], edgesInside.get(parent) ?? [], start, bodies);
  for (const container of innermostFirst(blocks)) bodies.set(container, place(container));
  const { boxes, routes } = place(null).drawing;
  for (const { id, from, to, label } of edgesInside.get(undefined) ?? []) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (source === undefined || target === undefined) continue;
    routes.set(id, freeRoute(source, target, { label, isBranch: true, isJoin: true }));
  }
  return { boxes, routes, bounds: boundsOf({ boxes, routes }) };
}

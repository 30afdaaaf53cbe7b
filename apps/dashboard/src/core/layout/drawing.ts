/** Blocks and edges with their places. */
import { aroundAll, type Box, movedBy, type Point } from './box.js';
import { moved, type Route } from './route.js';

export interface Drawing {
  /** By block. */
  readonly boxes: Map<string, Box>;
  /** By edge. */
  readonly routes: Map<string, Route>;
}

export const emptyDrawing = (): Drawing => ({ boxes: new Map(), routes: new Map() });

/** Adds all of `other`, moved. */
export function addTo(drawing: Drawing, other: Drawing, by: Point): void {
  for (const [id, box] of other.boxes) drawing.boxes.set(id, movedBy(box, by));
  for (const [id, route] of other.routes) drawing.routes.set(id, moved(route, by));
}

export const boundsOf = ({ boxes, routes }: Drawing): Box =>
  aroundAll([
    ...boxes.values(),
    ...[...routes.values()].flatMap(({ points }) =>
      points.map((point) => ({ ...point, width: 0, height: 0 })),
    ),
  ]);

/** Which part of the drawing the pointer is at. Ports come before blocks, blocks before edges. */
import { blockAt } from '../layout/block-at.js';
import { type Box, bottomOf, holds, type Point, rightOf } from '../layout/box.js';
import type { Route } from '../layout/route.js';
import { edgeAt } from './edge-at.js';
import { type EditPort, portAt } from './port-places.js';

export type Thing =
  | { readonly kind: 'port'; readonly block: string; readonly port: string }
  | { readonly kind: 'block' | 'frame'; readonly block: string }
  | { readonly kind: 'insert' | 'edge' | 'edgeEnd'; readonly edge: string }
  | { readonly kind: 'ground' };

export interface Drawn {
  readonly boxes: ReadonlyMap<string, Box>;
  /** Of the edges that can be acted on. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly isFrame: (block: string) => boolean;
  readonly portsOf: (block: string) => readonly EditPort[];
}

const reach = { port: 9, edge: 7 } as const;

/** @param pixel the size of a screen's pixel, so that a hit is as easy when all is small */
export function thingAt({ boxes, routes, isFrame, portsOf }: Drawn, at: Point, pixel = 1): Thing {
  const portReach = reach.port * Math.max(1, pixel);
  const port = nearPort(boxes, portsOf, at, portReach);
  if (port !== null) return port;
  const block = blockAt(boxes, at);
  if (block !== null && !isFrame(block)) return { kind: 'block', block };
  const edge = edgeAt(routes, at, reach.edge * Math.max(1, pixel));
  if (edge !== null) {
    const kinds = { insert: 'insert', middle: 'edge', end: 'edgeEnd' } as const;
    return { kind: kinds[edge.part], edge: edge.id };
  }
  return block === null ? { kind: 'ground' } : { kind: 'frame', block };
}

function nearPort(
  boxes: Drawn['boxes'],
  portsOf: Drawn['portsOf'],
  at: Point,
  portReach: number,
): Thing | null {
  for (const [block, box] of boxes) {
    const isNear =
      at.x >= box.x - portReach &&
      at.x <= rightOf(box) + portReach &&
      at.y >= box.y - portReach &&
      at.y <= bottomOf(box) + portReach;
    if (!isNear) continue;
    const port = portAt(box, portsOf(block), at, portReach);
    if (port !== null) return { kind: 'port', block, port: port.name };
  }
  return null;
}

/** The block that a drag from a port ends at: the one under the pointer, or close to it. */
export function blockNear(
  boxes: ReadonlyMap<string, Box>,
  at: Point,
  air: number,
  isTaken: (block: string) => boolean,
): string | null {
  let [found, least]: [string | null, number] = [null, Infinity];
  for (const [id, box] of boxes) {
    if (!isTaken(id)) continue;
    const dx = Math.max(box.x - at.x, 0, at.x - rightOf(box));
    const dy = Math.max(box.y - at.y, 0, at.y - bottomOf(box));
    const away = Math.hypot(dx, dy);
    if (away > air) continue;
    // Inside a frame its blocks come first, so a smaller block wins over what surrounds it.
    const rank = away * 1e6 + Math.sqrt(box.width * box.height);
    if (rank < least) [found, least] = [id, rank];
  }
  return found;
}

/** Blocks that a box touches; of frames, those that lie in it as a whole. */
export const blocksIn = (
  boxes: ReadonlyMap<string, Box>,
  area: Box,
  isFrame: (block: string) => boolean,
): string[] =>
  [...boxes].flatMap(([id, box]) =>
    (isFrame(id) ? holds(area, box) : touches(area, box)) ? [id] : [],
  );

const touches = (a: Box, b: Box): boolean =>
  a.x <= rightOf(b) && b.x <= rightOf(a) && a.y <= bottomOf(b) && b.y <= bottomOf(a);

/**
 * Where a block's ports are taken hold of. The usual one is where its edge leaves; branches stand
 * beside it along the lower edge, errors at its right end. A frame's "each" lies below its head.
 */
import type { Box, Point, Size } from '../layout/box.js';
import { bodyPadding } from '../layout/frame.js';
import { distance } from './edge-at.js';

export interface EditPort {
  readonly name: string;
  readonly label: string;
  readonly kind: 'usual' | 'error' | 'each';
}

export interface PortPlace {
  readonly port: EditPort;
  /** From the block's left top. */
  readonly at: Point;
}

const pitch = 28;
const errorInset = 14;

export function portPlaces({ width, height }: Size, ports: readonly EditPort[]): PortPlace[] {
  const branches = ports.filter(({ kind }) => kind === 'usual');
  const hasError = ports.some(({ kind }) => kind === 'error');
  const room = width - 2 * errorInset - (hasError ? 2 * errorInset : 0);
  const step = Math.min(pitch, branches.length > 1 ? room / (branches.length - 1) : 0);
  return ports.map((port): PortPlace => {
    switch (port.kind) {
      case 'error':
        return { port, at: { x: width - errorInset, y: height } };
      case 'each':
        return { port, at: { x: width / 2, y: bodyPadding.top - 6 } };
      case 'usual': {
        const from = branches.indexOf(port) - (branches.length - 1) / 2;
        return { port, at: { x: width / 2 + from * step, y: height } };
      }
    }
  });
}

/** The port that is closest to a point of the canvas. */
export function portAt(
  box: Box,
  ports: readonly EditPort[],
  point: Point,
  reach: number,
): EditPort | null {
  let [found, least]: [EditPort | null, number] = [null, reach];
  for (const { port, at } of portPlaces(box, ports)) {
    const away = distance(point, { x: box.x + at.x, y: box.y + at.y });
    if (away <= least) [found, least] = [port, away];
  }
  return found;
}

import { type Box, bottomOf, type Point, rightOf } from './box.js';

/** The smallest block at a point: a block before the frame around it, the upper one of equals. */
export function blockAt(boxes: ReadonlyMap<string, Box>, { x, y }: Point): string | null {
  let [found, least]: [string | null, number] = [null, Infinity];
  for (const [id, box] of boxes) {
    if (x < box.x || y < box.y || x > rightOf(box) || y > bottomOf(box)) continue;
    const area = box.width * box.height;
    if (area <= least) [found, least] = [id, area];
  }
  return found;
}

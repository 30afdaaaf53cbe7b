import type { Point, Size } from '../layout/box.js';

const border = 40;
const fastest = 16;

/** How far the view moves in one frame while something is dragged at the border of the stage. */
export const edgePan = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: towards(x, width),
  y: towards(y, height),
});

function towards(at: number, length: number): number {
  // On a stage that is all border there would be no place to rest.
  const own = Math.min(border, length / 4);
  if (at < own) return Math.min(fastest, ((own - at) / own) * fastest);
  const after = at - (length - own);
  return after > 0 ? -Math.min(fastest, (after / own) * fastest) : 0;
}

/** Lines up what is dragged with what stands close to it. */
import { type Box, bottomOf, centreOf, movedBy, type Point, rightOf } from '../layout/box.js';

export interface Snapped {
  /** The drag, corrected. */
  readonly by: Point;
  /** Lines that it stands on now; null: none. */
  readonly guides: { readonly x: number | null; readonly y: number | null };
}

const reach = 6;
/** Blocks further away, across the line, are no neighbours. */
const neighbourhood = 320;

interface Match {
  readonly shift: number;
  readonly line: number;
}

/** @param start what is dragged, before the drag */
export function snapped(start: Box, by: Point, others: Iterable<Box>): Snapped {
  const box = movedBy(start, by);
  let [x, y]: [Match | null, Match | null] = [null, null];
  for (const other of others) {
    if (gap(box.y, bottomOf(box), other.y, bottomOf(other)) <= neighbourhood)
      x = closer(x, [centreOf(box).x, centreOf(other).x], [box.x, other.x]);
    if (gap(box.x, rightOf(box), other.x, rightOf(other)) <= neighbourhood)
      y = closer(y, [box.y, other.y], [centreOf(box).y, centreOf(other).y]);
  }
  return {
    by: {
      x: x === null ? Math.round(by.x) : by.x + x.shift,
      y: y === null ? Math.round(by.y) : by.y + y.shift,
    },
    guides: { x: x?.line ?? null, y: y?.line ?? null },
  };
}

const gap = (start: number, end: number, otherStart: number, otherEnd: number): number =>
  Math.max(0, otherStart - end, start - otherEnd);

function closer(known: Match | null, ...pairs: (readonly [own: number, line: number])[]) {
  let best = known;
  for (const [own, line] of pairs) {
    const shift = line - own;
    if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best.shift)))
      best = { shift, line };
  }
  return best;
}

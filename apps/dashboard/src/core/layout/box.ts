/** Rectangles and points in the canvas's own pixels; y grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

export const rightOf = (box: Box): number => box.x + box.width;
export const bottomOf = (box: Box): number => box.y + box.height;
export const centreOf = (box: Box): Point => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

export const movedBy = (box: Box, by: Point): Box => ({ ...box, x: box.x + by.x, y: box.y + by.y });

export const overlap = (a: Box, b: Box): boolean =>
  a.x < rightOf(b) && b.x < rightOf(a) && a.y < bottomOf(b) && b.y < bottomOf(a);

export const holds = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  rightOf(outer) >= rightOf(inner) &&
  bottomOf(outer) >= bottomOf(inner);

/** The smallest box around all; an empty one at the origin without any. */
export function aroundAll(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, rightOf(box));
    bottom = Math.max(bottom, bottomOf(box));
  }
  if (left === Infinity) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Packs what hangs on nothing (notes, blocks that no edge reaches) beside the main drawing. */
import type { Point, Size } from './box.js';

const besideGap = 48;
const belowGap = 24;
/** Columns beside a small drawing may be this high. */
const leastHeight = 400;

/** @returns a place for each, in columns from the top, the first at the right of `main` */
export function placesBeside(main: Size, others: readonly Size[]): Point[] {
  const most = Math.max(main.height, leastHeight, ...others.map(({ height }) => height));
  let x = main.width === 0 ? 0 : main.width + besideGap;
  let y = 0;
  let width = 0;
  return others.map((size) => {
    if (y > 0 && y + size.height > most) {
      x += width + besideGap;
      [y, width] = [0, 0];
    }
    const place = { x, y };
    y += size.height + belowGap;
    width = Math.max(width, size.width);
    return place;
  });
}

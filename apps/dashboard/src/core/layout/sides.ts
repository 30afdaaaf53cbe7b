/** Whether a vertical line beside an item can be joined with its side, with nothing in between. */
import type { Size } from './box.js';

export interface WayItem {
  /** The block itself stands at the left top of its outer size, which may hold its tools. */
  readonly own: Size;
  readonly outer: Size;
  /** Of its main line, from its left edge. */
  readonly line: number;
  /** Edges may leave and arrive at its sides. */
  readonly hasSides: boolean;
}

export type End = 'middle' | 'left' | 'right';

/** Between a line and a block. */
export const clearance = 10;

export interface ItemRow {
  /** From the left. */
  readonly items: readonly WayItem[];
  readonly lefts: readonly number[];
  /** It stands so high that lines to the middle of others pass below it. */
  readonly isRaised: readonly boolean[];
}

/**
 * @param at place of the item in its row
 * @param leaves the line goes down from the item; else it comes from above
 */
export function freeSide(
  { items, lefts, isRaised }: ItemRow,
  at: number,
  lineX: number,
  leaves: boolean,
): End {
  const item = items[at];
  const left = lefts[at];
  // The lines of a raised item would run among the labels above its row.
  if (item?.hasSides !== true || isRaised[at] === true || left === undefined) return 'middle';
  const isRight = lineX > left + item.own.width + clearance;
  if (!isRight && lineX >= left - clearance) return 'middle';
  if (isRight && item.outer.width > item.own.width) return 'middle';
  const step = isRight ? 1 : -1;
  for (let next = at + step; ; next += step) {
    const [other, otherLeft] = [items[next], lefts[next]];
    if (other === undefined || otherLeft === undefined) break;
    const before = lineX < otherLeft - clearance;
    const behind = lineX > otherLeft + other.outer.width + clearance;
    if (isRight ? before : behind) break;
    const passesBelow = isRaised[next] === true && (leaves || (isRight ? behind : before));
    if (!passesBelow) return 'middle';
  }
  return isRight ? 'right' : 'left';
}

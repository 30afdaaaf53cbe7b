/**
 * From time to place. Long stretches in which nothing works are folded into bands of one width, so
 * that a day of waiting does not hide a second of work:
 *
 *   work     idle 5 s   work    idle 1 min   work
 *   |------|//////////|-------|////////////|------|      bands are as wide as each other,
 *   0      38         44      62           68    100     work is to scale
 *
 * Places are percent of the width, so a picture needs no new arithmetic when it is resized.
 */
import { type Interval, lengthOf, merged } from './interval.js';

interface Fold extends Interval {
  /** Percent from the left. */
  readonly x: number;
  readonly width: number;
}

interface Part extends Interval {
  readonly x: number;
  readonly width: number;
  readonly isFolded: boolean;
}

export interface TimeScale {
  readonly range: Interval;
  readonly folds: readonly Fold[];
  /** Stretches to scale. */
  readonly stretches: readonly Fold[];
  xOf(ms: number): number;
  msAt(x: number): number;
}

/** Shorter ones are shown as they are: a fold would hide nothing. */
const shortestFoldMs = 1_000;
/** Of all the time in which something worked. */
const shortestFoldShare = 0.25;
const foldWidth = 5.3;
/** What all folds together may take. */
const mostFoldWidth = 40;

/** Idle stretches of the range that are worth a fold. */
export function idleGaps(busy: readonly Interval[], range: Interval): Interval[] {
  const inside = merged(busy).flatMap((interval) => within(interval, range));
  const busyMs = inside.reduce((total, interval) => total + lengthOf(interval), 0);
  const shortest = Math.max(shortestFoldMs, busyMs * shortestFoldShare);
  let fromMs = range.startMs;
  const gaps: Interval[] = [];
  for (const { startMs, endMs } of inside) {
    gaps.push({ startMs: fromMs, endMs: startMs });
    fromMs = endMs;
  }
  gaps.push({ startMs: fromMs, endMs: range.endMs });
  return gaps.filter((gap) => lengthOf(gap) >= shortest);
}

function within({ startMs, endMs }: Interval, range: Interval): Interval[] {
  if (endMs < range.startMs || startMs > range.endMs) return [];
  return [{ startMs: Math.max(startMs, range.startMs), endMs: Math.min(endMs, range.endMs) }];
}

/** @param gaps in order, without overlaps */
export function timeScale(range: Interval, gaps: readonly Interval[]): TimeScale {
  const parts = partsOf(
    range,
    gaps.flatMap((gap) => within(gap, range)),
  );
  const folds = parts.filter(({ isFolded }) => isFolded);
  const stretches = parts.filter(({ isFolded }) => !isFolded);
  return {
    range,
    folds,
    stretches,
    xOf: (ms) => {
      const part = parts.find(({ endMs }) => ms <= endMs) ?? parts.at(-1);
      return part === undefined
        ? 0
        : clamped(along(ms, part.startMs, part.endMs, part.x, part.width));
    },
    msAt: (x) => {
      const part = parts.find((one) => x <= one.x + one.width) ?? parts.at(-1);
      return part === undefined
        ? range.startMs
        : along(clamped(x), part.x, part.x + part.width, part.startMs, lengthOf(part));
    },
  };
}

const clamped = (x: number): number => Math.min(100, Math.max(0, x));

const along = (at: number, from: number, to: number, start: number, length: number): number =>
  to <= from ? start : start + ((at - from) / (to - from)) * length;

function partsOf(range: Interval, gaps: readonly Interval[]): Part[] {
  const each = gaps.length === 0 ? 0 : Math.min(foldWidth, mostFoldWidth / gaps.length);
  const workMs = gaps.reduce((left, gap) => left - lengthOf(gap), lengthOf(range));
  const perMs = workMs <= 0 ? 0 : (100 - each * gaps.length) / workMs;
  const parts: Part[] = [];
  let x = 0;
  let fromMs = range.startMs;
  const add = (endMs: number, width: number, isFolded: boolean): void => {
    if (endMs > fromMs) parts.push({ startMs: fromMs, endMs, x, width, isFolded });
    x += width;
    fromMs = endMs;
  };
  for (const { startMs, endMs } of gaps) {
    add(startMs, (startMs - fromMs) * perMs, false);
    add(endMs, workMs <= 0 ? 100 / gaps.length : each, true);
  }
  add(range.endMs, (range.endMs - fromMs) * perMs, false);
  return parts;
}

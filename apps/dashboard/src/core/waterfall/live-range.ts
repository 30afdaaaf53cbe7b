/**
 * How much time the axis shows. While an execution runs, the end is the next round length, so that
 * bars move when it doubles and not with every frame.
 */
import type { Interval } from './interval.js';

const firstLengthMs = 1_000;

export function shownRange(startMs: number, untilMs: number, isLive: boolean): Interval {
  const lengthMs = Math.max(1, untilMs - startMs);
  if (!isLive) return { startMs, endMs: startMs + lengthMs };
  let shownMs = firstLengthMs;
  while (shownMs < lengthMs * 1.05) shownMs *= 2;
  return { startMs, endMs: startMs + shownMs };
}

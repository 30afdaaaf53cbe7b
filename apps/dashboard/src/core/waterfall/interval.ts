/** Stretches of time. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** The same time without overlaps, in order. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals
    .filter(({ startMs, endMs }) => endMs >= startMs)
    .sort((a, b) => a.startMs - b.startMs);
  const found: Interval[] = [];
  for (const interval of sorted) {
    const last = found.at(-1);
    if (last === undefined || interval.startMs > last.endMs) found.push(interval);
    else if (interval.endMs > last.endMs)
      found[found.length - 1] = { startMs: last.startMs, endMs: interval.endMs };
  }
  return found;
}

export const lengthOf = ({ startMs, endMs }: Interval): number => endMs - startMs;

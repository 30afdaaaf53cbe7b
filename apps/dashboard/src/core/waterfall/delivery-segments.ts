/** The tries of a delivery as stretches on the axis of the execution that caused it. */
import type { Interval } from './interval.js';

export interface DeliveryTry {
  readonly startMs: number;
  readonly durationMs: number;
  readonly hasSucceeded: boolean;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
}

export interface DeliveryTimes {
  readonly tries: readonly DeliveryTry[];
  /** When the next one is due; null when none is. */
  readonly nextDueMs: number | null;
}

export interface DeliverySegment extends Interval {
  readonly kind: 'delivered' | 'failed' | 'gap' | 'next';
}

export function deliverySegments({ tries, nextDueMs }: DeliveryTimes): DeliverySegment[] {
  const sorted = [...tries].sort((a, b) => a.startMs - b.startMs);
  const segments: DeliverySegment[] = [];
  for (const { startMs, durationMs, hasSucceeded } of sorted) {
    const last = segments.at(-1);
    if (last !== undefined) segments.push({ kind: 'gap', startMs: last.endMs, endMs: startMs });
    const kind = hasSucceeded ? 'delivered' : 'failed';
    segments.push({ kind, startMs, endMs: startMs + durationMs });
  }
  if (nextDueMs === null) return segments;
  const last = segments.at(-1);
  if (last !== undefined && nextDueMs > last.endMs)
    segments.push({ kind: 'gap', startMs: last.endMs, endMs: nextDueMs });
  return [...segments, { kind: 'next', startMs: nextDueMs, endMs: nextDueMs }];
}

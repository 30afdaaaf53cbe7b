/** How long an execution did nothing, and why: its own time, not the sum over its blocks. */
import type { ExecutionLedger } from '../../../core/execution/execution-ledger.js';
import { isContainer } from '../../../core/execution/span-status.js';
import { type Interval, lengthOf, merged } from '../../../core/waterfall/interval.js';
import { isBusy, type Segment, segmentsOf } from '../../../core/waterfall/segments.js';

export interface Waited {
  /** Until its first block began. */
  readonly queuedMs: number;
  /** For the next try of a block. */
  readonly retryMs: number;
  /** For a time, a person or another execution. */
  readonly waitMs: number;
}

/** Less is the way of things, not a wait. */
const leastMs = 1_000;

export function waitedIn(ledger: ExecutionLedger, nowMs: number): Waited {
  const { spans, end, startMs } = ledger;
  const untilMs = end?.endMs ?? nowMs;
  const segments = [...spans.values()]
    .filter((span) => !isContainer(span))
    .flatMap((span) => segmentsOf(span, untilMs, end !== null));
  const busy = merged(segments.filter(isBusy));
  const idleOf = (kind: Segment['kind']): number => {
    const idle = without(merged(segments.filter((segment) => segment.kind === kind)), busy);
    return worth(idle.reduce((total, interval) => total + lengthOf(interval), 0));
  };
  const firstMs = segments.reduce((first, segment) => Math.min(first, segment.startMs), untilMs);
  return {
    queuedMs: startMs === null ? 0 : worth(firstMs - startMs),
    retryMs: idleOf('gap'),
    waitMs: idleOf('wait'),
  };
}

const worth = (ms: number): number => (ms < leastMs ? 0 : ms);

/** What of `intervals` is in none of `others`; both are merged. */
function without(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((interval) => {
    const left: Interval[] = [];
    let fromMs = interval.startMs;
    for (const { startMs, endMs } of others) {
      if (endMs <= fromMs || startMs >= interval.endMs) continue;
      if (startMs > fromMs) left.push({ startMs: fromMs, endMs: startMs });
      fromMs = Math.max(fromMs, endMs);
    }
    return fromMs < interval.endMs ? [...left, { startMs: fromMs, endMs: interval.endMs }] : left;
  });
}

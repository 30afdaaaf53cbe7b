/** The axis of an execution and its deliveries: which time is shown, and which waits are folded. */
import type { ExecutionLedger } from '../execution/execution-ledger.js';
import { isContainer } from '../execution/span-status.js';
import { deliverySegments, type DeliveryTimes } from './delivery-segments.js';
import { type Interval, lengthOf } from './interval.js';
import { liveLength } from './live-length.js';
import { isBusy, segmentsOf } from './segments.js';
import { idleGaps, timeScale, type TimeScale } from './time-scale.js';

export interface PictureOptions {
  readonly nowMs: number;
  readonly isFolded: boolean;
  /** A part of the time, in milliseconds after the start. */
  readonly brush: { readonly from: number; readonly to: number } | null;
  readonly deliveries: readonly DeliveryTimes[];
}

export interface Picture {
  readonly scale: TimeScale;
  readonly startMs: number;
  /** End of the execution, or now. */
  readonly untilMs: number;
  readonly hasEnded: boolean;
}

export function pictureOf(ledger: ExecutionLedger, options: PictureOptions): Picture {
  const { nowMs, isFolded, brush, deliveries } = options;
  const { end } = ledger;
  const startMs = ledger.startMs ?? nowMs;
  const untilMs = Math.max(startMs, end?.endMs ?? nowMs);
  const hasEnded = end !== null;
  const busy = busyIn(ledger, untilMs, deliveries);
  const gapsIn = (range: Interval): Interval[] => (isFolded ? idleGaps(busy, range) : []);
  const shown =
    brush === null ? known() : { startMs: startMs + brush.from, endMs: startMs + brush.to };
  const gaps = gapsIn(shown);
  // What is still to come is not folded: a block may begin at any moment.
  const isOpen = brush === null && !hasEnded;
  const range = isOpen
    ? { startMs, endMs: shown.endMs + roomFor(lengthWithout(shown, gaps)) }
    : shown;
  return { startMs, untilMs, hasEnded, scale: timeScale(range, gaps) };

  function known(): Interval {
    const lastMs = busy.reduce((last, { endMs }) => Math.max(last, endMs), untilMs);
    return { startMs, endMs: Math.max(startMs + 1, lastMs) };
  }
}

const roomFor = (workMs: number): number => liveLength(workMs) - workMs;

const lengthWithout = (interval: Interval, gaps: readonly Interval[]): number =>
  gaps.reduce((left, gap) => left - lengthOf(gap), lengthOf(interval));

function busyIn(
  ledger: ExecutionLedger,
  untilMs: number,
  deliveries: readonly DeliveryTimes[],
): Interval[] {
  const { end, spans } = ledger;
  const blocks = [...spans.values()]
    .filter((span) => !isContainer(span))
    .flatMap((span) => segmentsOf(span, untilMs, end !== null).filter(isBusy));
  const tries = deliveries
    .flatMap((delivery) => deliverySegments(delivery))
    .filter(({ kind }) => kind !== 'gap');
  return [...blocks, ...tries];
}

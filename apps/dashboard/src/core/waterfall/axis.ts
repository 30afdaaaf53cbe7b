/** Labels of the time axis: round times in the stretches to scale, and the length of each fold. */
import { lengthOf } from './interval.js';
import type { TimeScale } from './time-scale.js';

export interface Tick {
  readonly x: number;
  readonly ms: number;
  /** `time` since the start of the execution, or the `length` of a fold. */
  readonly kind: 'time' | 'length';
}

const stepsMs = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * 3_600_000),
];

/** Room for one label, in pixels. */
const labelPx = 40;
/** Less between two lines looks like a ruler. */
const tickPx = 72;

/**
 * @param originMs start of the execution
 * @param widthPx of the axis
 */
export function ticksOf(scale: TimeScale, originMs: number, widthPx: number): Tick[] {
  const label = (labelPx / Math.max(1, widthPx)) * 100;
  const lengths = scale.folds.map((fold): Tick => ({
    x: fold.x + fold.width / 2,
    ms: lengthOf(fold),
    kind: 'length',
  }));
  const times = timesOf(scale, originMs, widthPx);
  // A fold says why the axis jumps, so its label wins.
  const free = times.filter(
    ({ x }) => x + label <= 100 + label / 2 && lengths.every((length) => apart(length, x, label)),
  );
  return [...free, ...apartFromEachOther(lengths, label * 0.9)].sort((a, b) => a.x - b.x);
}

/** A time stands right of its line, the length of a fold in its middle. */
const apart = (length: Tick, x: number, label: number): boolean =>
  x + label <= length.x - label / 2 || x >= length.x + label / 2;

function apartFromEachOther(ticks: readonly Tick[], distance: number): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) if (tick.x - (kept.at(-1)?.x ?? -100) >= distance) kept.push(tick);
  return kept;
}

function timesOf({ stretches }: TimeScale, originMs: number, widthPx: number): Tick[] {
  const shownMs = stretches.reduce((total, stretch) => total + lengthOf(stretch), 0);
  const shown = stretches.reduce((total, { width }) => total + width, 0);
  if (shownMs <= 0) return [];
  const pxPerMs = ((shown / 100) * widthPx) / shownMs;
  const stepMs = stepsMs.find((step) => step * pxPerMs >= tickPx) ?? dayStepMs(pxPerMs);
  return stretches.flatMap(({ startMs, endMs, x, width }) => {
    const ticks: Tick[] = [];
    const first = Math.ceil((startMs - originMs) / stepMs) * stepMs;
    for (let ms = first; ms <= endMs - originMs; ms += stepMs) {
      const share = (ms + originMs - startMs) / Math.max(1, endMs - startMs);
      ticks.push({ x: x + share * width, ms, kind: 'time' });
    }
    return ticks;
  });
}

const dayStepMs = (pxPerMs: number): number =>
  Math.max(1, Math.ceil(tickPx / (pxPerMs * 86_400_000))) * 86_400_000;

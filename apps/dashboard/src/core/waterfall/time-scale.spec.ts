import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ticksOf } from './axis.js';
import { idleGaps, timeScale } from './time-scale.js';

const second = 1_000;
const busy = (...stretches: readonly (readonly [number, number])[]) =>
  stretches.map(([from, to]) => ({ startMs: from * second, endMs: to * second }));
/** The run of the mock-up: 2.4 s of work, 5 s and 25 s of waiting. */
const work = busy([0, 2.1], [7.1, 7.4], [32.4, 34.2]);
const range = { startMs: 0, endMs: 34.2 * second };

describe('idleGaps', () => {
  it('finds what is long beside the work', () => {
    expect(idleGaps(work, range)).toEqual(busy([2.1, 7.1], [7.4, 32.4]));
  });

  it('leaves short pauses of a long run as they are', () => {
    expect(idleGaps(busy([0, 60], [65, 120]), { startMs: 0, endMs: 120 * second })).toEqual([]);
  });

  it('finds the wait before the first block and after the last', () => {
    const whole = { startMs: 0, endMs: 100 * second };
    expect(idleGaps(busy([40, 41]), whole)).toEqual(busy([0, 40], [41, 100]));
    expect(idleGaps([], whole)).toEqual(busy([0, 100]));
  });
});

const intervals = fc.array(
  fc.tuple(fc.nat(100_000), fc.nat(5_000)).map(([startMs, length]) => ({
    startMs,
    endMs: startMs + length,
  })),
  { maxLength: 8 },
);

describe('timeScale', () => {
  it('gives each fold the same width and the rest to the work, to scale', () => {
    const scale = timeScale(range, idleGaps(work, range));
    expect(scale.folds.map(({ width }) => width)).toEqual([5.3, 5.3]);
    const perSecond = scale.xOf(second);
    expect(scale.xOf(2 * second)).toBeCloseTo(2 * perSecond);
    expect(scale.xOf(7.4 * second) - scale.xOf(7.1 * second)).toBeCloseTo(0.3 * perSecond);
    expect(scale.xOf(range.endMs)).toBeCloseTo(100);
  });

  it('keeps order, stays inside and finds the time of each place again', () => {
    const times = fc.array(fc.nat(120_000), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(intervals, times, (stretches, moments) => {
        const whole = { startMs: 0, endMs: 110_000 };
        const scale = timeScale(whole, idleGaps(stretches, whole));
        const sorted = [...moments].sort((a, b) => a - b);
        const places = sorted.map((ms) => scale.xOf(ms));
        expect([...places].sort((a, b) => a - b)).toEqual(places);
        for (const [at, ms] of sorted.entries()) {
          expect(places[at]).toBeGreaterThanOrEqual(0);
          expect(places[at]).toBeLessThanOrEqual(100);
          if (ms <= whole.endMs) expect(scale.msAt(places[at]!)).toBeCloseTo(ms, 3);
        }
      }),
    );
  });

  it('leaves room for work however many folds there are', () => {
    const many = Array.from({ length: 40 }, (_, at) => [at * 10, at * 10 + 1] as const);
    const whole = { startMs: 0, endMs: 400 * second };
    const scale = timeScale(whole, idleGaps(busy(...many), whole));
    const folded = scale.folds.reduce((total, { width }) => total + width, 0);
    expect(folded).toBeCloseTo(scale.folds.length > 0 ? 40 : 0);
  });
});

describe('ticksOf', () => {
  const label = (ticks: ReturnType<typeof ticksOf>) =>
    ticks.map(({ kind, ms }) => `${kind} ${ms / second}`);

  it('names round times and the length of each fold, which goes first', () => {
    const scale = timeScale(range, idleGaps(work, range));
    expect(label(ticksOf(scale, 0, 420))).toEqual([
      ...['time 0', 'time 1', 'length 5', 'length 25', 'time 33'],
    ]);
  });

  it('counts from the start of the execution, also in a part of it', () => {
    const part = { startMs: 1_010_000, endMs: 1_011_000 };
    expect(label(ticksOf(timeScale(part, []), 1_000_000, 420))).toEqual([
      ...['time 10', 'time 10.2', 'time 10.4', 'time 10.6', 'time 10.8'],
    ]);
  });

  it('never puts two labels on each other', () => {
    fc.assert(
      fc.property(intervals, fc.integer({ min: 120, max: 1_200 }), (stretches, widthPx) => {
        const whole = { startMs: 0, endMs: 110_000 };
        const ticks = ticksOf(timeScale(whole, idleGaps(stretches, whole)), 0, widthPx);
        for (const [at, { x }] of ticks.entries())
          if (at > 0) expect(((x - ticks[at - 1]!.x) / 100) * widthPx).toBeGreaterThanOrEqual(20);
      }),
    );
  });
});

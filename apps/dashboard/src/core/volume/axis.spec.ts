import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ticksOf } from './axis.js';

const texts = (from: string, to: string, most: number): string[] =>
  ticksOf(Date.parse(from), Date.parse(to), most, 'UTC').map(({ text }) => text);

describe('the labels of an axis of time', () => {
  it('name the day where it begins', () => {
    expect(texts('2026-11-27T14:00Z', '2026-11-28T15:00Z', 7)).toEqual([
      ...['Fri 14:00', '18:00', '22:00', 'Sat 02:00', '06:00', '10:00'],
    ]);
  });

  it('are dates where the range is long', () => {
    expect(texts('2026-11-01T00:00Z', '2026-11-29T00:00Z', 4)).toEqual([
      ...['Nov 1', 'Nov 8', 'Nov 15', 'Nov 22'],
    ]);
  });

  it('lie within the range, and are no more than asked for', () => {
    const ranges = fc.tuple(
      fc.integer({ min: 60_000, max: 10 ** 11 }),
      fc.integer({ min: 2, max: 9 }),
    );
    fc.assert(
      fc.property(ranges, ([rangeMs, most]) => {
        const ticks = ticksOf(0, rangeMs, most, 'UTC');
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(most);
        for (const { share } of ticks) expect(share).toBeLessThan(0.97);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openLimitOf } from './execution-call.js';

describe('calls of a minute without a key', () => {
  it.each([
    [10, 20, 8],
    [50, 20, 40],
    [75, 20, 60],
    [60_000, 20, 48_000],
    [3, 20, 2],
    [2, 20, 1],
    [1, 20, 1],
    [0, 20, 0],
    [10, 0, 10],
    [10, 100, 0],
    [1, 99, 1],
  ])('with a limit of %s and %s %% kept are %s', (limit, percent, open) => {
    expect(openLimitOf(limit, percent)).toBe(open);
  });

  it('leave at least the kept part, and from two calls on something for both kinds of callers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1_000_000 }),
        fc.integer({ min: 1, max: 99 }),
        (limit, percent) => {
          const open = openLimitOf(limit, percent);
          expect(open).toBeGreaterThanOrEqual(1);
          expect(limit - open).toBeGreaterThanOrEqual(1);
          if (open > 1) expect(limit - open).toBeGreaterThanOrEqual((limit * percent) / 100);
        },
      ),
    );
  });
});

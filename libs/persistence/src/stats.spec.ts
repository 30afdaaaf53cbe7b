import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { durationOfBucket, statsWidths } from './stats.js';

/** The same as `durationBucketSql`, which a contract spec of the projector asks Postgres for. */
const bucketOf = (ms: number): number =>
  ms < 1 ? 0 : Math.min(127, 1 + Math.floor(4 * Math.log2(ms) + 1e-9));

describe('the middle of a bucket', () => {
  it('is at most 9.1 % from every duration in it, up to 35 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 35 * 86_400_000 }), (ms) => {
        expect(Math.abs(durationOfBucket(bucketOf(ms)) / ms - 1)).toBeLessThan(0.0906);
      }),
    );
  });

  it('is 0 for durations below 1 ms', () => {
    expect(durationOfBucket(bucketOf(0))).toBe(0);
  });
});

describe('the widths', () => {
  it('keep longer figures longer, each for at least 400 buckets', () => {
    for (const { minutes, keptHours } of statsWidths)
      expect((keptHours * 60) / minutes).toBeGreaterThanOrEqual(400);
  });
});

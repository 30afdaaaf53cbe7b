import { describe, expect, it } from '@jest/globals';
import { isFree, leaseIn, leaseMs, leaseText } from './lease.js';

describe('the lease of the stream', () => {
  it('is kept as text', () => {
    const lease = { tab: 'a-1', untilMs: 1_000 };
    expect(leaseIn(leaseText(lease))).toEqual(lease);
  });

  it.each([null, '', 'x', '1 ', '-1 a', '1 a b', '{"tab":1}'])('is none in %j', (kept) => {
    expect(leaseIn(kept)).toBeNull();
  });

  it('is free when it ended, and when the clock was set back', () => {
    const lease = { tab: 'a', untilMs: 50_000 };
    expect(isFree(null, 0)).toBe(true);
    expect(isFree(lease, 50_000)).toBe(true);
    expect(isFree(lease, 50_000 - leaseMs)).toBe(false);
    expect(isFree(lease, 1_000)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRetryableStatus, nextDelayMs, retryAfterMs } from './retry-policy.js';

const settings = { maxRetries: 3, initialDelayMs: 500, maxDelayMs: 30_000 };

describe('retry policy', () => {
  it('doubles from 500 ms within 20 % of jitter, and stops after the last retry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const delay = nextDelayMs(settings, attempt, null, random);
          const exact = 500 * 2 ** (attempt - 1);
          expect(delay).toBeGreaterThanOrEqual(exact * 0.8);
          expect(delay).toBeLessThanOrEqual(exact * 1.2);
        },
      ),
    );
    expect(nextDelayMs(settings, 4, null, 0)).toBeNull();
  });

  it('waits at least Retry-After, and gives up when it is too long', () => {
    expect(nextDelayMs(settings, 1, 9_000, 0)).toBe(9_000);
    expect(nextDelayMs(settings, 1, 10, 0)).toBe(400);
    expect(nextDelayMs(settings, 1, 3_600_000, 0)).toBeNull();
  });

  it('reads Retry-After in seconds and as a date', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterMs('7', now)).toBe(7_000);
    expect(retryAfterMs(new Date(now + 5_000).toUTCString(), now)).toBe(5_000);
    expect(retryAfterMs(new Date(now - 5_000).toUTCString(), now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeNull();
    expect(retryAfterMs(undefined, now)).toBeNull();
  });

  it('retries 429 and 5xx only', () => {
    expect([200, 301, 400, 404, 408, 429, 500, 503, 599].filter(isRetryableStatus)).toEqual([
      429, 500, 503, 599,
    ]);
  });
});

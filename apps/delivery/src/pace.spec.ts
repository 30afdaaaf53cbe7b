import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mayGo, noteGone, paceOf } from './pace.js';

describe('the pace of sending', () => {
  it('admits everything without a limit', () => {
    const pace = paceOf(null);
    for (let count = 0; count < 100; count += 1) {
      expect(mayGo(pace, 5)).toBe(true);
      noteGone(pace, 5);
    }
  });

  it('never exceeds its rate and one burst, and uses the full rate at 100 ms steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (maxPerSecond) => {
        const pace = paceOf(maxPerSecond);
        let gone = 0;
        for (let now = 0; now <= 10_000; now += 100) {
          while (mayGo(pace, now)) {
            noteGone(pace, now);
            gone += 1;
          }
          expect(gone).toBeLessThanOrEqual(((now + 100) * maxPerSecond) / 1_000 + 1.001);
        }
        expect(gone).toBeGreaterThanOrEqual(10 * maxPerSecond);
      }),
    );
  });
});

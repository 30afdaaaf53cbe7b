import { describe, expect, it } from '@jest/globals';
import { hourly, lastDay } from './hourly.js';

const nowMs = Date.parse('2026-11-28T23:20:00Z');

describe('the last day, hour by hour', () => {
  it('is the same range until the hour is over', () => {
    const { fromMs, toMs } = lastDay(nowMs);
    expect([fromMs, toMs]).toEqual([
      Date.parse('2026-11-28T00:00:00Z'),
      Date.parse('2026-11-29T00:00:00Z'),
    ]);
    expect(lastDay(nowMs + 30 * 60_000)).toEqual({ fromMs, toMs });
  });

  it('has the hours in which nothing ended', () => {
    const ended = [{ at: '2026-11-28T02:00:00Z', success: 3, error: 2, cancelled: 1 }];
    const bars = hourly(ended, lastDay(nowMs).fromMs);
    expect(bars).toHaveLength(24);
    expect(bars[2]).toEqual({ total: 6, errors: 2 });
    expect(bars.filter(({ total }) => total > 0)).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clockIn } from './clock.js';

describe('the clock of relative times', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void jest.useRealTimers());

  it('is never older than a second when it is read between two steps', () => {
    const clock = clockIn(10_000);
    const stop = clock.subscribe(() => undefined);
    jest.advanceTimersByTime(7_400);
    expect(clock.nowMs()).toBe(1_007_000);
    stop();
  });

  it('tells its listeners in steps, and stands still without any', () => {
    const clock = clockIn(10_000);
    let steps = 0;
    const stop = clock.subscribe(() => (steps += 1));
    jest.advanceTimersByTime(30_000);
    stop();
    jest.advanceTimersByTime(30_000);
    expect([steps, jest.getTimerCount()]).toEqual([3, 0]);
  });
});

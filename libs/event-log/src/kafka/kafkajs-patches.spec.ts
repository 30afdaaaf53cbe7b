import { afterEach, describe, expect, it, jest } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import './kafkajs-patches.js';

/** Only what the patched method looks at. */
function queue(
  pending: readonly unknown[],
  throttledUntil: number,
): RequestQueue & { checks: number } {
  const fake = Object.create(RequestQueue.prototype) as RequestQueue & { checks: number };
  return Object.assign(fake, {
    throttleCheckTimeoutId: null,
    throttledUntil,
    pending,
    checks: 0,
    checkPendingRequests() {
      fake.checks++;
    },
  });
}

describe('the request queue of a kafkajs connection (design.md 9, cure 4)', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('sets no timer when there is nothing to check: the shipped one spins for ever', () => {
    const idle = queue([], -1);
    idle.scheduleCheckPendingRequests();
    expect(idle.throttleCheckTimeoutId).toBeNull();
  });

  it('checks again when the throttling ends', () => {
    jest.useFakeTimers();
    const throttled = queue([], Date.now() + 700);
    throttled.scheduleCheckPendingRequests();
    jest.advanceTimersByTime(699);
    expect(throttled.checks).toBe(0);
    jest.advanceTimersByTime(1);
    expect(throttled.checks).toBe(1);
  });

  it('keeps looking after queued requests', () => {
    jest.useFakeTimers();
    const queued = queue([{}], -1);
    queued.scheduleCheckPendingRequests();
    jest.advanceTimersByTime(10);
    expect(queued.checks).toBe(1);
  });
});

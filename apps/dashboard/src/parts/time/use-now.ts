/** The time for relative texts. The outside system is the clock. */
import { useSyncExternalStore } from 'react';
import { type Clock, clockIn } from './clock.js';

const clocks = new Map<number, Clock>();

function clockOf(stepMs: number): Clock {
  const clock = clocks.get(stepMs) ?? clockIn(stepMs);
  clocks.set(stepMs, clock);
  return clock;
}

const still = (): (() => void) => () => undefined;

/**
 * @param stepMs draws again this often: a second for what counts down
 * @param isMoving false: it is drawn again for other reasons only
 */
export function useNow(stepMs = 10_000, isMoving = true): number {
  const { subscribe, nowMs } = clockOf(stepMs);
  return useSyncExternalStore(isMoving ? subscribe : still, nowMs);
}

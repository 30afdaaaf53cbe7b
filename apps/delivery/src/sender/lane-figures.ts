/** Figures of all lanes, for metrics. Pure. */
import { type BreakerState, stateOf } from '../subscriptions/breaker.js';
import type { Lane } from './lane.js';

/** Receivers in use, by breaker state; `stalled`: closed, but all slots wait. */
export type LaneCounts = Readonly<Record<BreakerState | 'stalled', number>>;

export function deepestOf(lanes: Iterable<Lane<unknown>>): number {
  let deepest = 0;
  for (const { queue } of lanes) deepest = Math.max(deepest, queue.length);
  return deepest;
}

export function countLanes<T>(
  lanes: Iterable<Lane<T>>,
  now: number,
  isStalled: (lane: Lane<T>) => boolean,
): LaneCounts {
  const count = { closed: 0, stalled: 0, open: 0, probing: 0 };
  for (const lane of lanes) {
    const state = stateOf(lane.breaker, now);
    count[state === 'closed' && isStalled(lane) ? 'stalled' : state] += 1;
  }
  return count;
}

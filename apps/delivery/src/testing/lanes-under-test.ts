/** Lanes with a clock and receivers that a test moves. */
import { Lanes } from '../sender/lanes.js';

export interface Started {
  readonly item: string;
  readonly end: (end: 'answered' | 'silent') => Promise<void>;
}

export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An item's first letter is its account, and also its lane unless an `@` names another one. */
const laneOf = (item: string): string => item.split('@')[1] ?? item.charAt(0);

export function setUp(
  maxRunning = 4,
  maxRunningPerLane = 2,
  maxRunningPerAccount = maxRunning,
  maxPerSecond: number | null = null,
) {
  let now = 0;
  let isStopped = false;
  const started: Started[] = [];
  const claimed: string[] = [];
  const evicted: [string, number][] = [];
  const breakers: [key: string, state: string, openMs: number | null][] = [];
  const lanes = new Lanes<string>({
    maxRunning,
    maxRunningPerLane,
    maxRunningPerAccount,
    tierDelaysMs: [5_000, 15_000, 60_000],
    maxQueued: 10,
    maySend: () => !isStopped,
    now: () => now,
    onEvicted: (item, tier) => void evicted.push([item, tier]),
    onBreaker: (...told) => void breakers.push(told),
    run: async (item, slots) => {
      claimed.push(item);
      const answer = await slots.acquire(item.charAt(0), maxPerSecond);
      if (answer === 'later') {
        claimed.splice(claimed.lastIndexOf(item), 1);
        setImmediate(() => lanes.offer(laneOf(item), item));
        return 'unsent';
      }
      if (answer === 'no') {
        evicted.push([item, -1]);
        return 'unsent';
      }
      const { promise, resolve } = Promise.withResolvers<'answered' | 'silent'>();
      started.push({ item, end: (end) => (resolve(end), nextTurn()) });
      return promise;
    },
  });
  const names = () => started.map(({ item }) => item);
  const offer = async (...items: string[]) => {
    for (const item of items) lanes.offer(laneOf(item), item);
    await nextTurn();
  };
  /** Enough ticks for a lane without progress to count as stalled. */
  const tick = async () => {
    for (let count = 0; count < 11; count += 1) lanes.tend();
    await nextTurn();
  };
  return {
    lanes,
    started,
    claimed,
    evicted,
    breakers,
    offer,
    tick,
    names,
    wait: (ms: number) => (now += ms),
    stopSending: (yes: boolean) => (isStopped = yes),
  };
}

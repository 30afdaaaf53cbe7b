import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Lanes } from './lanes.js';

interface Started {
  readonly item: string;
  readonly end: (end: 'answered' | 'silent') => Promise<void>;
}

/** Evicted from the queue, before they were prepared. */
const directly = (evicted: readonly [string, number][]) =>
  evicted.filter(([, tier]) => tier >= 0).length;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An item's first letter is its account, and also its lane unless an `@` names another one. */
const laneOf = (item: string): string => item.split('@')[1] ?? item.charAt(0);

function setUp(
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
  const lanes = new Lanes<string>({
    maxRunning,
    maxRunningPerLane,
    maxRunningPerAccount,
    tierDelaysMs: [5_000, 15_000, 60_000],
    maxQueued: 10,
    maySend: () => !isStopped,
    now: () => now,
    onEvicted: (item, tier) => void evicted.push([item, tier]),
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
    offer,
    tick,
    names,
    wait: (ms: number) => (now += ms),
    stopSending: (yes: boolean) => (isStopped = yes),
  };
}

describe('lanes', () => {
  it('send and evict nothing while sending is stopped, and resume afterwards', async () => {
    const { lanes, offer, tick, names, evicted, stopSending } = setUp();
    stopSending(true);
    await offer('a1', 'b1');
    await tick();
    expect([names(), evicted]).toEqual([[], []]);
    stopSending(false);
    lanes.sendAll();
    await nextTurn();
    expect(names()).toEqual(['a1', 'b1']);
  });

  it('limit the running items per lane and in total', async () => {
    const { lanes, offer, names } = setUp(3, 2);
    await offer('a1', 'a2', 'a3', 'b1', 'b2');
    expect(names()).toEqual(['a1', 'a2', 'b1']);
    expect(lanes.running).toBe(3);
  });

  it('are served in rotation, so a long queue does not delay a short one', async () => {
    const { started, offer, names } = setUp(1, 1);
    await offer('a1', 'a2', 'a3', 'b1', 'c1');
    for (let index = 0; index < 5; index += 1) await started[index]!.end('answered');
    expect(names().indexOf('b1')).toBeLessThan(names().indexOf('a3'));
    expect(names().indexOf('c1')).toBeLessThan(names().indexOf('a3'));
  });

  it('evict the queue of a stalled receiver and accept nothing more for it', async () => {
    const { lanes, evicted, names, offer, tick } = setUp();
    await offer('a1', 'a2', 'a3');
    lanes.tend();
    expect(evicted).toEqual([]);
    await tick();
    await offer('a4', 'b1');
    expect(evicted).toEqual([
      ['a3', 0],
      ['a4', 0],
    ]);
    expect(names()).toEqual(['a1', 'a2', 'b1']);
  });

  it('name a park tier for a stalled receiver while they get its due deliveries', async () => {
    const { lanes, started, offer, tick } = setUp();
    expect(lanes.parkTierOf('a')).toBeNull();
    await offer('a1', 'a2');
    expect(lanes.parkTierOf('a')).toBeNull();
    await tick();
    expect([lanes.parkTierOf('a'), lanes.parkTierOf('b')]).toEqual([0, null]);
    lanes.disown();
    expect(lanes.parkTierOf('a')).toBeNull();
    await offer('a3');
    expect(lanes.parkTierOf('a')).toBe(0);
    await started[0]!.end('answered');
    expect(lanes.parkTierOf('a')).toBeNull();
  });

  it('do not treat a receiver as stalled after a pause of their own process', async () => {
    const { lanes, evicted, offer, wait } = setUp();
    await offer('a1', 'a2', 'a3');
    wait(5_000);
    lanes.tend();
    await offer('a4');
    expect(evicted).toEqual([]);
  });

  it('stop sending after three silent attempts, then probe at growing intervals', async () => {
    const { lanes, started, evicted, names, offer, wait } = setUp(8, 2);
    for (let index = 0; index < 3; index += 1) {
      await offer(`a${index}`);
      await started[index]!.end('silent');
    }
    expect(lanes.standing).toMatchObject({ open: 1 });
    await offer('ax', 'ay');
    expect(evicted).toEqual([
      ['ax', 0],
      ['ay', 0],
    ]);
    wait(5_000);
    await offer('b1', 'b2');
    await started[4]!.end('answered');
    await offer('ap', 'aq');
    expect(names().slice(5)).toEqual(['ap']);
    await started[5]!.end('silent');
    wait(14_999);
    await offer('ar');
    expect(evicted.at(-1)).toEqual(['ar', 1]);
    wait(1);
    await offer('as');
    expect(names().at(-1)).toBe('aq');
  });

  it('park for as long as a receiver is silent, at most in the second-longest tier', async () => {
    const { evicted, started, offer, tick, wait } = setUp();
    await offer('a1', 'a2');
    const tierNow = async (): Promise<number | undefined> => {
      await tick();
      await offer('ax');
      return evicted.at(-1)?.[1];
    };
    expect(await tierNow()).toBe(0);
    wait(14_999);
    expect(await tierNow()).toBe(0);
    wait(1);
    expect(await tierNow()).toBe(1);
    wait(600_000);
    expect(await tierNow()).toBe(1);
    await started[0]!.end('answered');
    await offer('a3');
    expect(await tierNow()).toBe(0);
  });

  it('return the slots of a recovered receiver gradually', async () => {
    const { lanes, started, names, offer, wait } = setUp(20, 4);
    for (let index = 0; index < 3; index += 1) {
      await offer(`a${index}`);
      await started[index]!.end('silent');
    }
    wait(5_000);
    await offer('a3', 'a4', 'a5', 'a6', 'a7', 'a8');
    expect(names()).toHaveLength(4);
    await started[3]!.end('answered');
    expect(lanes.standing).toMatchObject({ closed: 1 });
    expect(names()).toHaveLength(5);
    await started[4]!.end('answered');
    expect(names()).toHaveLength(7);
  });

  it('keep a rate limit and park an item in the tier that matches its wait', async () => {
    const { lanes, started, names, evicted, offer, wait } = setUp(50, 10, 50, 2);
    await offer(...Array.from({ length: 150 }, (_, index) => `a${index}`));
    expect(names()).toHaveLength(1);
    let ended = 0;
    for (let tenths = 0; tenths < 50; tenths += 1) {
      wait(100);
      lanes.tend();
      await nextTurn();
      for (const { end } of started.slice(ended)) await end('answered');
      ended = started.length;
    }
    expect(names()).toHaveLength(11);
    const tiers = Map.groupBy(evicted, ([, tier]) => tier);
    // At two a second the first stay, the next 20 would wait 5 to 15 s, the next 90 up to a minute.
    expect([...tiers.keys()].sort()).toEqual([0, 1, 2]);
    expect(tiers.get(1)!.length).toBeGreaterThan(tiers.get(0)!.length);
  });

  it('queue only as much as a slow lane can serve within the shortest tier', async () => {
    const { lanes, started, evicted, offer, wait } = setUp(4, 1);
    await offer(...Array.from({ length: 20 }, (_, index) => `a${index}`));
    for (const index of [0, 1, 2]) {
      expect(evicted).toHaveLength(0);
      wait(1_000);
      await started[index]!.end('answered');
    }
    lanes.tend();
    expect(lanes.queued).toBe(5);
    expect(evicted).toHaveLength(11);
  });

  it('keep the queue of a slow lane while the total queue is small', async () => {
    const { lanes, started, evicted, offer, wait } = setUp(4, 1);
    await offer(...Array.from({ length: 10 }, (_, index) => `a${index}`));
    for (const index of [0, 1, 2]) {
      wait(4_000);
      await started[index]!.end('answered');
    }
    lanes.tend();
    expect([lanes.queued, evicted.length]).toEqual([6, 0]);
  });

  it('prepare items ahead only for a receiver that answered fast', async () => {
    const { started, claimed, offer, wait } = setUp(4, 1);
    await offer(...Array.from({ length: 20 }, (_, index) => `a${index}`));
    expect(claimed).toHaveLength(1);
    wait(20);
    await started[0]!.end('answered');
    expect(claimed).toHaveLength(7);
    expect(started).toHaveLength(2);
  });

  it('evict prepared items when the receiver stops answering', async () => {
    const { started, claimed, evicted, offer, tick } = setUp(4, 1);
    await offer('a0', 'a1', 'a2', 'a3');
    await started[0]!.end('answered');
    await tick();
    expect(claimed).toHaveLength(4);
    expect(evicted).toEqual([
      ['a2', -1],
      ['a3', -1],
    ]);
  });

  it('limit an account to its share across lanes', async () => {
    const { lanes, started, names } = setUp(4, 2, 2);
    const offers = { x1: 'l1', x2: 'l1', x3: 'l2', y1: 'l3' };
    for (const [item, lane] of Object.entries(offers)) lanes.offer(lane, item);
    await nextTurn();
    expect(names()).toEqual(['x1', 'x2', 'y1']);
    await started[0]!.end('answered');
    expect(names()).toEqual(['x1', 'x2', 'y1', 'x3']);
  });

  it('prepare items of other accounts when one account fills many lanes', async () => {
    const { lanes, started, claimed, names, offer } = setUp(4, 2, 2);
    const many = Array.from({ length: 400 }, (_, lane) => [`x1@${lane}`, `x2@${lane}`]).flat();
    await offer(...many);
    await nextTurn();
    await offer('y1@y');
    expect(names()).toEqual(['x1@0', 'x2@0', 'y1@y']);
    for (let index = 0; started.length < many.length + 1; index += 1) {
      await started[index]!.end('answered');
      await nextTurn();
      lanes.tend();
      expect(claimed.length - index).toBeLessThan(260);
    }
    expect(new Set(names())).toEqual(new Set([...many, 'y1@y']));
  });

  it('run, queue or evict every item exactly once', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ offer: fc.constantFrom('a', 'b', 'c') }),
        fc.record({ end: fc.nat(), silent: fc.boolean() }),
        fc.record({ wait: fc.nat(400) }),
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const { lanes, started, claimed, evicted, wait } = setUp(3, 2);
        const open: Started[] = [];
        let offered = 0;
        let seen = 0;
        for (const step of run) {
          if ('offer' in step) lanes.offer(step.offer, String(offered++));
          else if ('wait' in step) {
            wait(step.wait);
            lanes.tend();
          }
          await nextTurn();
          open.push(...started.slice(seen));
          seen = started.length;
          if ('end' in step && open.length > 0) {
            const [one] = open.splice(step.end % open.length, 1);
            await one!.end(step.silent ? 'silent' : 'answered');
            open.push(...started.slice(seen));
            seen = started.length;
          }
          await nextTurn();
          expect(lanes.running).toBeLessThanOrEqual(3);
          expect(claimed.length + directly(evicted) + lanes.queued).toBe(offered);
        }
        const all = [...started.map(({ item }) => item), ...evicted.map(([item]) => item)];
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 60 },
    );
  });
});

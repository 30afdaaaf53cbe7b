import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextTurn, setUp, type Started } from '../testing/lanes-under-test.js';

/** Evicted from the queue, before they were prepared. */
const directly = (evicted: readonly [string, number][]) =>
  evicted.filter(([, tier]) => tier >= 0).length;

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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Lanes } from './lanes.js';

interface Started {
  readonly item: string;
  readonly end: (end: 'answered' | 'silent') => Promise<void>;
}

function setUp(maxRunning = 4, maxRunningPerLane = 2) {
  let now = 0;
  const started: Started[] = [];
  const evicted: [string, number][] = [];
  const lanes = new Lanes<string>({
    maxRunning,
    maxRunningPerLane,
    now: () => now,
    onEvicted: (item, tier) => void evicted.push([item, tier]),
    run: (item, onSent) => {
      onSent();
      const { promise, resolve } = Promise.withResolvers<'answered' | 'silent'>();
      started.push({
        item,
        end: async (end) => {
          resolve(end);
          await new Promise((settled) => setImmediate(settled));
        },
      });
      return promise;
    },
  });
  const names = () => started.map(({ item }) => item);
  return { lanes, started, evicted, names, wait: (ms: number) => (now += ms) };
}

describe('lanes', () => {
  it('bound each lane and all together', () => {
    const { lanes, names } = setUp(3, 2);
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) lanes.offer(item.charAt(0), item);
    expect(names()).toEqual(['a1', 'a2', 'b1']);
    expect(lanes).toMatchObject({ running: 3, queued: 2 });
  });

  it('take turns, so that a long queue does not go before a short one', async () => {
    const { lanes, started, names } = setUp(1, 1);
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) lanes.offer(item.charAt(0), item);
    for (let index = 0; index < 5; index += 1) await started[index]!.end('answered');
    expect(names().indexOf('b1')).toBeLessThan(names().indexOf('a3'));
    expect(names().indexOf('c1')).toBeLessThan(names().indexOf('a3'));
  });

  it('give back what waits behind a receiver that does not answer, and take nothing more for it', () => {
    const { lanes, evicted, names, wait } = setUp();
    for (const item of ['a1', 'a2', 'a3']) lanes.offer('a', item);
    lanes.tend(false);
    expect(evicted).toEqual([]);
    wait(300);
    lanes.tend(false);
    lanes.offer('a', 'a4');
    lanes.offer('b', 'b1');
    expect(evicted).toEqual([
      ['a3', 0],
      ['a4', 0],
    ]);
    expect(names()).toEqual(['a1', 'a2', 'b1']);
  });

  it('leave a silent receiver one slot and park in longer tiers until it answers', async () => {
    const { lanes, started, evicted, names, wait } = setUp(8, 2);
    for (let index = 0; index < 3; index += 1) {
      lanes.offer('a', `s${index}`);
      await started[index]!.end('silent');
    }
    lanes.offer('a', 'x1');
    lanes.offer('a', 'x2');
    expect(names().slice(3)).toEqual(['x1']);
    wait(300);
    lanes.tend(false);
    expect(evicted).toEqual([['x2', 1]]);
    await started[3]!.end('answered');
    for (const item of ['y1', 'y2']) lanes.offer('a', item);
    expect(names().slice(4)).toEqual(['y1', 'y2']);
  });

  it('keep only what a slow lane can serve before the smallest tier would', async () => {
    const { lanes, started, evicted, wait } = setUp(4, 1);
    for (let index = 0; index < 20; index += 1) lanes.offer('a', `a${index}`);
    await started[0]!.end('answered');
    wait(200);
    lanes.tend(true);
    expect(lanes.queued).toBe(5);
    expect(evicted).toHaveLength(13);
  });

  it('run, hold or give back every item exactly once', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ offer: fc.constantFrom('a', 'b', 'c') }),
        fc.record({ end: fc.nat(), silent: fc.boolean() }),
        fc.record({ wait: fc.nat(400), second: fc.boolean() }),
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const { lanes, started, evicted, wait } = setUp(3, 2);
        const open: Started[] = [];
        let offered = 0;
        let seen = 0;
        for (const step of run) {
          if ('offer' in step) lanes.offer(step.offer, String(offered++));
          else if ('wait' in step) {
            wait(step.wait);
            lanes.tend(step.second);
          }
          open.push(...started.slice(seen));
          seen = started.length;
          if ('end' in step && open.length > 0) {
            const [one] = open.splice(step.end % open.length, 1);
            await one!.end(step.silent ? 'silent' : 'answered');
            open.push(...started.slice(seen));
            seen = started.length;
          }
          expect(lanes.running).toBeLessThanOrEqual(3);
          expect(started.length + evicted.length + lanes.queued).toBe(offered);
        }
        const all = [...started.map(({ item }) => item), ...evicted.map(([item]) => item)];
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 60 },
    );
  });
});

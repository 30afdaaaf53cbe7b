import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateWindowEndOf, rateWindowMs } from '@libs/persistence';
import { LeasedWindow } from './leased-window.js';

/** A store that answers only when the test releases the answers. */
function createStore() {
  const windows = new Map<number, number>();
  const answers: (() => void)[] = [];
  let debits = 0;
  return {
    debit: (endsAt: number, points: number): Promise<number> => {
      debits += 1;
      const consumed = (windows.get(endsAt) ?? 0) + points;
      windows.set(endsAt, consumed);
      return new Promise((resolve) => answers.push(() => resolve(consumed)));
    },
    answerOne: (index: number): void =>
      answers.splice(index % Math.max(1, answers.length), 1)[0]?.(),
    pending: (): number => answers.length,
    debits: (): number => debits,
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      instance: fc.nat(2),
      count: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), index: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
);

describe('LeasedWindow', () => {
  it('never grants more than the limit in a window across interleaved instances', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.array(step, { maxLength: 60 }),
        async (limit, steps) => {
          let now = 1_000_000;
          const store = createStore();
          const instances = [0, 1, 2].map(() => new LeasedWindow(store.debit, () => now));
          const granted = new Map<number, number>();
          const count = (allowed: boolean): void => {
            if (allowed)
              granted.set(rateWindowEndOf(now), (granted.get(rateWindowEndOf(now)) ?? 0) + 1);
          };
          for (const one of steps) {
            if (one.kind === 'pass') now += one.ms;
            else if (one.kind === 'answer') {
              store.answerOne(one.index);
              await settle();
            } else {
              for (let call = 0; call < one.count; call += 1) {
                const taken = instances[one.instance]!.take(limit);
                if (typeof taken === 'boolean') count(taken);
                else void taken.then(count);
              }
            }
            for (const instance of instances) {
              const { remaining } = instance.state(limit);
              expect(remaining).toBeGreaterThanOrEqual(0);
              expect(remaining).toBeLessThanOrEqual(limit);
            }
          }
          while (store.pending() > 0) {
            store.answerOne(0);
            await settle();
          }
          for (const total of granted.values()) expect(total).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 300 },
    );
  });

  const answering = (): {
    debit: (endsAt: number, points: number) => Promise<number>;
    debits: () => number;
  } => {
    const windows = new Map<number, number>();
    let debits = 0;
    return {
      debit: (endsAt, points) => {
        debits += 1;
        windows.set(endsAt, (windows.get(endsAt) ?? 0) + points);
        return Promise.resolve(windows.get(endsAt)!);
      },
      debits: () => debits,
    };
  };

  it('grants the whole limit to one instance, then refuses without asking the store', async () => {
    const store = answering();
    const window = new LeasedWindow(store.debit, () => 0);
    for (let call = 0; call < 10; call += 1) expect(await window.take(10)).toBe(true);
    expect(window.state(10).remaining).toBe(0);
    const debits = store.debits();
    expect(window.take(10)).toBe(false);
    expect(store.debits()).toBe(debits);
  });

  it('asks the store fewer than 60 times for 20,000 fast calls', async () => {
    const store = answering();
    let now = 0;
    const window = new LeasedWindow(store.debit, () => now);
    for (let call = 0; call < 20_000; call += 1) {
      if (call % 100 === 0) now += 1;
      expect(await window.take(60_000)).toBe(true);
    }
    expect(store.debits()).toBeLessThan(60);
  });

  it('reports the exact remainder of an account with few calls', async () => {
    const store = answering();
    let now = 0;
    const window = new LeasedWindow(store.debit, () => now);
    for (let call = 1; call <= 10; call += 1) {
      now += 4_500;
      await window.take(600);
      expect(window.state(600).remaining).toBe(600 - call);
    }
  });

  it('grants the limit again in the next window', async () => {
    let now = 0;
    const window = new LeasedWindow(answering().debit, () => now);
    expect(await window.take(1)).toBe(true);
    expect(await window.take(1)).toBe(false);
    now = rateWindowMs;
    expect(window.state(1)).toEqual({
      limit: 1,
      remaining: 1,
      resetAt: new Date(2 * rateWindowMs),
    });
    expect(await window.take(1)).toBe(true);
  });

  it('rejects every waiting call when the store fails, and asks it again afterwards', async () => {
    let broken = true;
    const window = new LeasedWindow(
      (_, points) => (broken ? Promise.reject(new Error('away')) : Promise.resolve(points)),
      () => 0,
    );
    const calls = [1, 2, 3].map(() => Promise.resolve(window.take(10)));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    broken = false;
    expect(await window.take(10)).toBe(true);
  });

  it('lowers the reported remainder after a read of the store, and never raises it', async () => {
    const window = new LeasedWindow(answering().debit, () => 0);
    await window.take(10);
    window.observe(rateWindowMs, 7);
    expect(window.state(10).remaining).toBe(3);
    window.observe(rateWindowMs, 2);
    expect(window.state(10).remaining).toBe(3);
    window.observe(5 * rateWindowMs, 9);
    expect(window.state(10).remaining).toBe(3);
  });
});

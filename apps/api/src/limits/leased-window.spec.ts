import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateWindowEndOf, rateWindowMs } from '@libs/persistence';
import { LeasedWindow, type Tokens } from './leased-window.js';

/** A store that answers only when the test releases the answers. */
function createStore() {
  const windows = new Map<number, number>();
  const answers: (() => void)[] = [];
  return {
    debit: (endsAt: number, points: number): Promise<number> => {
      const consumed = (windows.get(endsAt) ?? 0) + points;
      windows.set(endsAt, consumed);
      return new Promise((resolve) => answers.push(() => resolve(consumed)));
    },
    answerOne: (index: number): void =>
      answers.splice(index % Math.max(1, answers.length), 1)[0]?.(),
    pending: (): number => answers.length,
    consumed: (endsAt: number): number | undefined => windows.get(endsAt),
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
      points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('give back' as const), index: fc.nat(9) }),
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
        fc.constantFrom('growing' as const, 'largest' as const),
        fc.array(step, { maxLength: 60 }),
        async (limit, blockSize, steps) => {
          let now = 1_000_000;
          const store = createStore();
          const instances = [0, 1, 2].map(
            () => new LeasedWindow(store.debit, blockSize, () => now),
          );
          const granted = new Map<number, number>();
          const held: (readonly [instance: LeasedWindow, tokens: Tokens])[] = [];
          const count = ({ endsAt, points }: Tokens, sign: 1 | -1): void => {
            granted.set(endsAt, (granted.get(endsAt) ?? 0) + sign * points);
          };
          const keep = (instance: LeasedWindow, tokens: Tokens | null): void => {
            if (tokens === null) return;
            expect(tokens.endsAt).toBe(rateWindowEndOf(now));
            count(tokens, 1);
            held.push([instance, tokens]);
          };
          const take = (instance: LeasedWindow, points: number): void => {
            const taken = instance.take(limit, points);
            if (taken instanceof Promise) void taken.then((tokens) => keep(instance, tokens));
            else keep(instance, taken);
          };
          for (const one of steps) {
            if (one.kind === 'pass') now += one.ms;
            else if (one.kind === 'answer') {
              store.answerOne(one.index);
              await settle();
            } else if (one.kind === 'give back') {
              const [given] = held.splice(one.index % Math.max(1, held.length), 1);
              if (given === undefined) continue;
              const [instance, tokens] = given;
              instance.giveBack(tokens);
              if (tokens.endsAt === rateWindowEndOf(now)) count(tokens, -1);
            } else {
              for (let call = 0; call < one.count; call += 1)
                take(instances[one.instance]!, one.points);
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
    const window = new LeasedWindow(store.debit, 'growing', () => 0);
    for (let call = 0; call < 10; call += 1) expect(await window.take(10)).not.toBeNull();
    expect(window.state(10).remaining).toBe(0);
    const debits = store.debits();
    expect(window.take(10)).toBeNull();
    expect(store.debits()).toBe(debits);
  });

  it('asks the store fewer than 60 times for 20,000 fast calls', async () => {
    const store = answering();
    let now = 0;
    const window = new LeasedWindow(store.debit, 'growing', () => now);
    for (let call = 0; call < 20_000; call += 1) {
      if (call % 100 === 0) now += 1;
      expect(await window.take(60_000)).not.toBeNull();
    }
    expect(store.debits()).toBeLessThan(60);
  });

  it('reports the exact remainder of an account with few calls', async () => {
    const store = answering();
    let now = 0;
    const window = new LeasedWindow(store.debit, 'growing', () => now);
    for (let call = 1; call <= 10; call += 1) {
      now += 4_500;
      await window.take(600);
      expect(window.state(600).remaining).toBe(600 - call);
    }
  });

  it('debits once for many calls where the remainder is not reported', async () => {
    const store = answering();
    let now = 0;
    const window = new LeasedWindow(store.debit, 'largest', () => now);
    for (let call = 1; call <= 8; call += 1) {
      now += 4_500;
      expect(await window.take(600)).not.toBeNull();
    }
    expect(store.debits()).toBe(1);
  });

  it('spends several tokens at once or none, and leaves the rest to smaller calls', async () => {
    const window = new LeasedWindow(answering().debit, 'largest', () => 0);
    expect(await window.take(10, 7)).toEqual({ endsAt: rateWindowMs, points: 7 });
    expect(window.take(10, 4)).toBeNull();
    expect(await window.take(10, 3)).not.toBeNull();
    expect(window.take(10)).toBeNull();
  });

  it('debits no more than is left for waiting calls', async () => {
    const store = createStore();
    const window = new LeasedWindow(store.debit, 'growing', () => 0);
    const calls = Array.from({ length: 8 }, () => Promise.resolve(window.take(10, 3)));
    while (store.pending() > 0) {
      store.answerOne(0);
      await settle();
    }
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((tokens) => tokens !== null)).toHaveLength(3);
    expect(store.consumed(rateWindowMs)).toBe(10);
  });

  it('grants again what was given back, but not in the next window', async () => {
    let now = 0;
    const window = new LeasedWindow(answering().debit, 'growing', () => now);
    const tokens = await window.take(1);
    expect(window.take(1)).toBeNull();
    window.giveBack(tokens!);
    expect(window.state(1).remaining).toBe(1);
    const again = await window.take(1);
    expect(again).toEqual(tokens);
    now = rateWindowMs;
    window.giveBack(again!);
    expect(await window.take(1)).not.toBeNull();
    expect(window.take(1)).toBeNull();
  });

  it('grants the limit again in the next window', async () => {
    let now = 0;
    const window = new LeasedWindow(answering().debit, 'growing', () => now);
    expect(await window.take(1)).not.toBeNull();
    expect(await window.take(1)).toBeNull();
    now = rateWindowMs;
    expect(window.state(1)).toEqual({
      limit: 1,
      remaining: 1,
      resetAt: new Date(2 * rateWindowMs),
    });
    expect(await window.take(1)).not.toBeNull();
  });

  it('rejects every waiting call when the store fails, and asks it again afterwards', async () => {
    let broken = true;
    const window = new LeasedWindow(
      (_, points) => (broken ? Promise.reject(new Error('away')) : Promise.resolve(points)),
      'growing',
      () => 0,
    );
    const calls = [1, 2, 3].map(() => Promise.resolve(window.take(10)));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    broken = false;
    expect(await window.take(10)).not.toBeNull();
  });

  it('lowers the reported remainder after a read of the store, and never raises it', async () => {
    const window = new LeasedWindow(answering().debit, 'growing', () => 0);
    await window.take(10);
    window.observe(rateWindowMs, 7);
    expect(window.state(10).remaining).toBe(3);
    window.observe(rateWindowMs, 2);
    expect(window.state(10).remaining).toBe(3);
    window.observe(5 * rateWindowMs, 9);
    expect(window.state(10).remaining).toBe(3);
  });
});

import { describe, expect, it } from '@jest/globals';
import { nextTurn, setUp, type Started } from '../testing/lanes-under-test.js';

/** Turns one delivery of lane `a` away, then lets three attempts or more end without an answer. */
async function openBreaker(
  { started, evicted, offer, tick }: ReturnType<typeof setUp>,
  slots: number,
): Promise<void> {
  await offer(...Array.from({ length: slots + 1 }, (_, index) => `a${index}`));
  await tick();
  for (let index = 0; index < Math.max(3, slots); index += 1) {
    if (started.length === index) await offer(`b${index}@a`);
    await started[index]!.end('silent');
  }
  evicted.splice(0);
}

/**
 * Runs the schedule of spec 6.3 for deliveries that are all due at 0 and get no answer for 30 s.
 * @returns when each was sent, in s
 */
async function sendSilently(items: readonly string[], slots: number): Promise<number[][]> {
  const delays = [5, 15, 60, 180];
  const { lanes, started, evicted, wait } = setUp(20, slots);
  const due = new Map([[0, [...items]]]);
  const dueAt = (second: number, item: string): unknown =>
    due.set(second, [...(due.get(second) ?? []), item]);
  const sentAt = new Map(items.map((item): [string, number[]] => [item, []]));
  const open: (Started & { readonly endsAt: number })[] = [];
  for (let second = 0; second <= 420; second += 1) {
    for (const { item, end } of open.filter(({ endsAt }) => endsAt === second)) {
      await end('silent');
      const delay = delays[sentAt.get(item)!.length - 1];
      if (delay !== undefined) dueAt(second + delay, item);
    }
    for (const item of due.get(second) ?? []) lanes.offer('a', item);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await nextTurn();
      lanes.tend();
      wait(100);
    }
    for (const one of started.splice(0)) {
      open.push({ ...one, endsAt: second + 30 });
      sentAt.get(one.item)!.push(second);
    }
    for (const [item, tier] of evicted.splice(0)) dueAt(second + delays[Math.max(tier, 0)]!, item);
  }
  return [...sentAt.values()];
}

describe('lanes of receivers that do not answer', () => {
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
    const test = setUp(8, 2);
    const { lanes, started, evicted, names, offer, wait } = test;
    await openBreaker(test, 2);
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

  it('keep the schedule of a receiver that hangs, with a slot for each due delivery', async () => {
    const sentAt = await sendSilently(['a1', 'a2', 'a3', 'a4', 'a5'], 5);
    expect(sentAt).toEqual(Array.from({ length: 5 }, () => [0, 35, 80, 170, 380]));
  });

  it('keep back deliveries of a receiver that hangs when it has more due than slots', async () => {
    const sentAt = await sendSilently(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'], 5);
    expect(sentAt.flat().length).toBeLessThan(20);
  });

  it('open a breaker while more than half of all slots are in use', async () => {
    const { lanes, started, offer } = setUp(6, 2);
    await offer('a1', 'b1', 'c1', 'd1');
    for (const [index, next] of ['a2', 'a3', 'a4'].entries()) {
      await started.filter(({ item }) => item.startsWith('a'))[index]!.end('silent');
      await offer(next);
    }
    expect(lanes.standing).toMatchObject({ open: 1, closed: 3 });
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
    const test = setUp(20, 4);
    const { lanes, started, names, offer, wait } = test;
    await openBreaker(test, 4);
    wait(5_000);
    await offer('a5', 'a6', 'a7', 'a8', 'a9', 'ax');
    expect(names()).toHaveLength(5);
    await started[4]!.end('answered');
    expect(lanes.standing).toMatchObject({ closed: 1 });
    expect(names()).toHaveLength(6);
    await started[5]!.end('answered');
    expect(names()).toHaveLength(8);
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

  it('tell each state of a breaker once, and that it is closed when the lane is not theirs', async () => {
    const test = setUp(20, 4);
    const { lanes, breakers, started, offer, wait } = test;
    lanes.tend();
    await openBreaker(test, 4);
    for (let n = 0; n < 3; n += 1) lanes.tend();
    expect(breakers.splice(0)).toEqual([['a', 'open', 5_000]]);
    wait(5_000);
    lanes.tend();
    expect(breakers.splice(0)).toEqual([['a', 'probing', null]]);
    await offer('ap', 'aq', 'ar', 'as', 'at', 'au');
    await started[4]!.end('silent');
    lanes.tend();
    expect(breakers.splice(0)).toEqual([['a', 'open', 15_000]]);
    lanes.disown();
    lanes.tend();
    expect(breakers.splice(0)).toEqual([['a', 'closed', null]]);
    await offer('av');
    lanes.tend();
    expect(breakers.splice(0)).toEqual([['a', 'open', 15_000]]);
    await started.at(-1)!.end('silent');
    wait(80_000);
    for (let n = 0; n < 2; n += 1) lanes.tend();
    expect(breakers.splice(0)).toEqual([
      ['a', 'probing', null],
      ['a', 'closed', null],
    ]);
  });
});

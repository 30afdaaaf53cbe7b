import { describe, expect, it } from '@jest/globals';
import { setUp } from '../testing/lanes-under-test.js';

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
});

import { describe, expect, it } from '@jest/globals';
import type { ExecutionRequested } from '@libs/contracts';
import fc from 'fast-check';
import { RequestQueue } from './request-queue.js';

const queueOf = (
  accounts: readonly string[],
): { queue: RequestQueue; pauses: boolean[]; take: () => [string, number] | null } => {
  const pauses: boolean[] = [];
  const queue = new RequestQueue((paused) => void pauses.push(paused));
  accounts.forEach((accountId, offset) => {
    const request = { accountId } as ExecutionRequested;
    queue.push({ offset, request, traceparent: null, sizeBytes: 1 });
  });
  const take = (): [string, number] | null => {
    const item = queue.shift();
    return item === undefined ? null : [item.request.accountId, item.offset];
  };
  return { queue, pauses, take };
};

describe('request queue', () => {
  it('serves a second account after one request of a flooding account', () => {
    const flood = Array.from({ length: 1_500 }, () => 'flood');
    const { take } = queueOf([...flood, 'small', 'small']);
    expect([take(), take(), take(), take(), take()]).toEqual([
      ['flood', 0],
      ['small', 1_500],
      ['flood', 1],
      ['small', 1_501],
      ['flood', 2],
    ]);
  });

  it('serves each request once, in order per account, in rounds of accounts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (accounts) => {
        const { queue, take } = queueOf(accounts);
        const left = [...accounts.entries()].map(([offset, account]) => ({ offset, account }));
        let served: string[] = [];
        for (let next = take(); next !== null; next = take()) {
          const [account, offset] = next;
          const index = left.findIndex((one) => one.account === account);
          expect(left[index]?.offset).toBe(offset);
          const waiting = new Set(left.map((one) => one.account));
          if (served.includes(account)) {
            // A new round: every account that still waits was served in the last one.
            for (const other of waiting) expect(served).toContain(other);
            served = [];
          }
          served.push(account);
          left.splice(index, 1);
        }
        expect(left).toEqual([]);
        expect(queue.size).toBe(0);
      }),
    );
  });

  it('asks to pause once, and to resume once well below the limit', () => {
    const { pauses, take } = queueOf(Array.from({ length: 2_100 }, (_, n) => `account ${n % 7}`));
    expect(pauses).toEqual([true]);
    for (let n = 0; n < 1_000; n += 1) take();
    expect(pauses).toEqual([true]);
    while (take() !== null);
    expect(pauses).toEqual([true, false]);
  });
});

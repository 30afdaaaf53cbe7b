import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Claim } from './claim.js';
import { LeaseRenewal } from './lease-renewal.js';

const leaseMs = 40;
const claim = (endsAt: number): Claim => ({ leaseEndsAt: endsAt }) as Claim;

/** Records renewals; its first `failures` calls fail. */
function fakeFence(failures = 0) {
  const renewed: Claim[][] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    leaseMs,
    renewed,
    times: (count: number) =>
      new Promise<void>((resolve) => waiting.push({ count, resolve: () => resolve() })),
    renew(claims: readonly Claim[]) {
      renewed.push([...claims]);
      for (const { count, resolve } of waiting) if (renewed.length >= count) resolve();
      return renewed.length <= failures ? Promise.reject(new Error('away')) : Promise.resolve();
    },
  };
}

describe('the lease renewal of an attempt', () => {
  it('renews until the outcome is recorded, also after failed renewals', async () => {
    const fence = fakeFence(2);
    const renewal = new LeaseRenewal(fence, pino({ level: 'silent' }));
    const own = claim(performance.now() + leaseMs);
    expect(await renewal.during(own, () => fence.times(5).then(() => 'recorded'))).toBe('recorded');
    for (const claims of fence.renewed) expect(claims).toEqual([own]);
  });

  it('does not renew a lease that ends late enough', async () => {
    const fence = fakeFence();
    const renewal = new LeaseRenewal(fence, pino({ level: 'silent' }));
    const slow = claim(performance.now());
    await Promise.all([
      renewal.during(slow, () => fence.times(3)),
      renewal.during(claim(Infinity), () => fence.times(3)),
    ]);
    for (const claims of fence.renewed) expect(claims).toEqual([slow]);
  });

  it('rejects with the error of a failed recording', async () => {
    const renewal = new LeaseRenewal(fakeFence(), pino({ level: 'silent' }));
    const failing = renewal.during(claim(0), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  });
});

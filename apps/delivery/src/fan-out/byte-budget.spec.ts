import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ByteBudget } from './byte-budget.js';

describe('a byte budget', () => {
  it('never exceeds its limit, admits work in order, and releases failed work', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ bytes: fc.nat(150), fails: fc.boolean() }), { maxLength: 30 }),
        fc.scheduler(),
        async (works, scheduler) => {
          const budget = new ByteBudget(100);
          const begun: number[] = [];
          let inHand = 0;
          const all = works.map(({ bytes, fails }, index) =>
            budget
              .with(bytes, async () => {
                begun.push(index);
                inHand += Math.min(bytes, 100);
                expect(inHand).toBeLessThanOrEqual(100);
                await scheduler.schedule(Promise.resolve());
                inHand -= Math.min(bytes, 100);
                if (fails) throw new Error('failed');
              })
              .catch(() => undefined),
          );
          await scheduler.waitFor(Promise.all(all));
          expect(begun).toEqual(works.map((_, index) => index));
        },
      ),
    );
  });
});

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentIds } from './recent-ids.js';

it('RecentIds knows the latest ids, at most twice its capacity, and no others', () => {
  const histories = fc.array(fc.noBias(fc.nat(60)), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), histories, (capacity, added) => {
      const recent = new RecentIds(capacity);
      for (const [n, number] of added.entries()) {
        recent.add(`e${number}`);
        const last = [...new Set(added.slice(0, n + 1).reverse())];
        for (const known of last.slice(0, capacity)) expect(recent.has(`e${known}`)).toBe(true);
        const knownCount = Array.from({ length: 61 }, (_, id) => `e${id}`).filter((id) =>
          recent.has(id),
        ).length;
        expect(knownCount).toBeLessThanOrEqual(2 * capacity);
      }
      for (const number of added) expect(recent.has(`f${number}`)).toBe(false);
    }),
  );
});

import { expect, it } from '@jest/globals';
import { webhookConfig } from '@libs/blocks';
import fc from 'fast-check';
import { candidatesFor } from './free-path.js';

const rest = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '_', '-'), maxLength: 127 });
const path = fc.tuple(fc.constantFrom('a', 'Z', '0'), rest).map((parts) => parts.join(''));

it('begin with the path itself, differ, and are all valid', () => {
  fc.assert(
    fc.property(path, (asked) => {
      const all = candidatesFor(asked);
      expect(all[0]).toBe(asked);
      expect(new Set(all).size).toBe(all.length);
      for (const candidate of all)
        expect(webhookConfig.shape.path.safeParse(candidate).success).toBe(true);
    }),
  );
});

it('count from 2 and end with a random one, so that one of them is free', () => {
  const [all, others] = [candidatesFor('orders'), candidatesFor('orders')];
  expect(all.slice(0, 3)).toEqual(['orders', 'orders-2', 'orders-3']);
  expect(all.at(-1)).toMatch(/^orders-[0-9a-f]{16}$/);
  expect(all.at(-1)).not.toBe(others.at(-1));
});

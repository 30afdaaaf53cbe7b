import { expect, it } from '@jest/globals';
import { advisoryLocks } from './advisory-locks.js';

it('no two uses of advisory locks wait for each other', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});

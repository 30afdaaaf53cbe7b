import { expect, it } from '@jest/globals';
import { advisoryLocks } from './advisory-locks.js';

it('every use of advisory locks has its own key', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});

import { expect, it } from '@jest/globals';
import { retryDelayMs } from './retry-delay.js';

it('doubles the pause up to 15 s, half of it by chance, and never comes before it is asked to', () => {
  expect([1, 2, 3, 9].map((attempt) => retryDelayMs(attempt, 1, 0))).toEqual([
    ...[500, 1_000, 2_000, 15_000],
  ]);
  expect(retryDelayMs(9, 0, 0)).toBe(7_500);
  expect(retryDelayMs(1, 0, 30)).toBe(30_000);
});

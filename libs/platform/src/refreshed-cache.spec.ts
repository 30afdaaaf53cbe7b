import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { RefreshedCache } from './refreshed-cache.js';

let nowMs = 0;
beforeEach(() => {
  // lru-cache treats a start time of 0 as none.
  nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** lru-cache reads its clock once per real millisecond, and refreshes start some ms later. */
async function later(ms: number) {
  nowMs += ms;
  await new Promise((resolve) => setTimeout(resolve, 15));
}

function asked() {
  const answers: ((answer: { of: number } | null | Error) => void)[] = [];
  const ask = () =>
    new Promise<{ of: number } | null>((resolve, reject) => {
      answers.push((answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  return { answers, ask };
}

async function kept() {
  const cache = new RefreshedCache<{ of: number }>(10, 1_000);
  await cache.get('a', () => Promise.resolve({ of: 1 }));
  return cache;
}

it('loads a value once for concurrent callers', async () => {
  const cache = new RefreshedCache<{ of: number }>(10, 1_000);
  const { answers, ask } = asked();
  const both = Promise.all([cache.get('a', ask), cache.get('a', ask)]);
  answers[0]?.({ of: 1 });
  expect(await both).toEqual([{ of: 1 }, { of: 1 }]);
  expect(answers).toHaveLength(1);
});

it('refreshes a used value once at three quarters of its age without waiting', async () => {
  const cache = await kept();
  const { answers, ask } = asked();
  await later(700);
  expect(await cache.get('a', ask)).toEqual({ of: 1 });
  await later(0);
  expect(answers).toHaveLength(0);
  await later(100);
  for (let n = 0; n < 3; n += 1) expect(await cache.get('a', ask)).toEqual({ of: 1 });
  // The refresh does not run alongside the request that caused it.
  expect(answers).toHaveLength(0);
  await later(0);
  expect(answers).toHaveLength(1);
  answers[0]?.({ of: 2 });
  await later(0);
  expect(await cache.get('a', ask)).toEqual({ of: 2 });
});

it('waits for the refresh of an expired value, and rejects if it fails', async () => {
  const cache = await kept();
  const { answers, ask } = asked();
  await later(900);
  expect(await cache.get('a', ask)).toEqual({ of: 1 });
  await later(200);
  const waiting = cache.get('a', ask);
  answers[0]?.(new Error('no database'));
  await expect(waiting).rejects.toThrow('no database');
  expect(await cache.get('a', () => Promise.resolve({ of: 3 }))).toEqual({ of: 3 });
});

it('removes a value that no longer exists', async () => {
  const cache = await kept();
  await later(800);
  expect(await cache.get('a', () => Promise.resolve(null))).toEqual({ of: 1 });
  await later(0);
  expect(await cache.get('a', () => Promise.resolve(null))).toBeNull();
});

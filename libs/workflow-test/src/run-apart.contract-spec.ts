/** The bounds of the thread that runs tests; apps/runner tests what it does. Needs the build. */
import { describe, expect, it } from '@jest/globals';
import { type ApartEnd, runTestsApart } from './run-apart.js';
import type { TestResult } from './test-results.js';

const block = (id: string, type: string, config: object = {}): object => ({
  ...{ id, type, config },
  name: id,
});
const draft = JSON.stringify({
  blocks: [
    ...[block('start', 'manual'), block('a', 'loop', { type: 'count', count: 1_000 })],
    ...[
      block('b', 'loop', { type: 'count', count: 10 }),
      block('call', 'api', { url: 'https://x.example' }),
    ],
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', port: 'each', to: 'b' },
    { from: 'b', port: 'each', to: 'call' },
  ],
});

async function run(
  more: { readonly maxHeapMb?: number; readonly totalMs?: number; readonly signal?: AbortSignal },
  mocks: object = {},
): Promise<{ ended: ApartEnd; results: TestResult[]; faults: Error[] }> {
  const results: TestResult[] = [];
  const faults: Error[] = [];
  const tests = [{ id: 't', name: 'a', test: { name: 'a', mocks } }];
  const ended = await runTestsApart(draft, tests, {
    ...{ totalMs: 30_000, signal: new AbortController().signal, ...more },
    onResult: (result) => results.push(result),
    onFault: (error) => faults.push(error),
  });
  return { ended, results, faults };
}

const mocksOf = (length: number): object => ({ call: { output: { data: 'x'.repeat(length) } } });

describe('tests in a thread of their own', () => {
  it('end with all results', async () => {
    const { ended, results } = await run({}, mocksOf(100));
    expect([ended, results.length, results[0]?.passed]).toEqual([null, 1, true]);
  });

  it('end when the memory of the thread is full, and the process goes on', async () => {
    const { ended, results, faults } = await run({ maxHeapMb: 48 }, mocksOf(3_000));
    expect([ended, results, faults]).toEqual(['memory', [], []]);
  });

  it('end after their time, and when they are stopped', async () => {
    expect((await run({ totalMs: 1 })).ended).toBe('time');
    expect((await run({ signal: AbortSignal.abort() })).ended).toBe('stopped');
  });
});

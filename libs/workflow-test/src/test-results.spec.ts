import { describe, expect, it } from '@jest/globals';
import type { Sandbox } from '@libs/sandbox';
import { testResults, type TestResult } from './test-results.js';

const noSandbox: Sandbox = {
  run: () => Promise.reject(new Error('no code runs here')),
  close: () => Promise.resolve(),
};
const limits = { longestMs: 10_000, maxBlockRuns: 20_000 };
const draft = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'x' } },
    { id: 'call', type: 'api', name: 'Call', config: { url: 'https://shop.example' } },
    { id: 'done', type: 'response', name: 'Done', config: { body: { got: '<call.data>' } } },
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'done' },
  ],
};

async function results(tests: readonly object[], definition: unknown = draft) {
  const stored = tests.map((test, n) => ({ id: `t${n}`, name: `test ${n}`, test }));
  const all: TestResult[] = [];
  for await (const one of testResults(definition, stored, noSandbox, limits)) all.push(one);
  return all;
}

const mocks = { call: { output: { data: { items: [1, 2] } } } };
const passing = { name: 'a', mocks, expect: { path: ['hook', 'call', 'done'] } };

describe('the results of stored tests', () => {
  it('say which passed, and where the others differ', async () => {
    const response = { body: { got: { items: [1, 3] } } };
    const [one, other] = await results([
      passing,
      { ...passing, expect: { path: ['hook', 'done'], response } },
    ]);
    const path = ['hook', 'call', 'done'];
    expect(one).toMatchObject({ id: 't0', passed: true, problem: null, differences: [], path });
    expect(other).toMatchObject({
      ...{ id: 't1', name: 'test 1', passed: false, problem: null, path },
      differences: [
        { field: 'response.body.got.items[1]', expected: 3, got: 2, isCut: false },
        { field: 'path', expected: ['hook', 'done'], got: path },
      ],
    });
  });

  it('say what has to be changed before a test can run', async () => {
    const all = await results([
      { name: 'a' },
      { name: 'b', mocks: { gone: {} } },
      { name: 'c', mock: {} },
      passing,
    ]);
    expect(all.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('add what it gives as mocks.call'),
      expect.stringContaining('mocks.gone: there is no block with the id "gone"'),
      expect.stringContaining('there is no field "mock"'),
      null,
    ]);
    expect(all.map(({ passed }) => passed)).toEqual([false, false, false, true]);
  });

  it('name the first problem of a draft that can not run', async () => {
    const [one] = await results([passing], { blocks: [{ id: 'a', type: 'teleport' }] });
    expect(one).toMatchObject({ passed: false, problem: expect.stringContaining('the draft has') });
  });

  it('cut large values, and show twenty differences', async () => {
    const long = 'x'.repeat(5_000);
    const [one] = await results([{ ...passing, expect: { output: long } }]);
    expect(one?.differences[0]).toMatchObject({
      expected: `"${long.slice(0, 1_999)}`,
      isCut: true,
    });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, n]));
    const [other] = await results([{ ...passing, expect: { response: { body: many } } }]);
    expect(other?.differences).toHaveLength(20);
    expect(other?.differences[0]).toMatchObject({ field: 'response.body.k0', got: null });
  });
});

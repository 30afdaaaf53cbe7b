import { describe, expect, it } from '@jest/globals';
import type { TestResult } from '@libs/workflow-test';
import { ToldResults } from './told-results.js';

const result = (got: string): TestResult => ({
  ...{ id: 't', name: 'a', passed: false, problem: null, path: ['a'], durationMs: 1 },
  differences: [{ field: 'output', expected: 1, got, isCut: false }],
});

describe('told results', () => {
  it('are all of them, as JSON', () => {
    const told = new ToldResults(2);
    expect(told.json).toBe('[]');
    for (const got of ['a', 'b']) told.add(result(got));
    expect(JSON.parse(told.json)).toEqual([result('a'), result('b')]);
  });

  it('lose what differs beyond a mebibyte, and say so', () => {
    const told = new ToldResults(200);
    for (let n = 0; n < 200; n += 1) told.add(result('x'.repeat(40_000)));
    expect(Buffer.byteLength(told.json)).toBeLessThan(1_024 ** 2);
    const all = JSON.parse(told.json) as TestResult[];
    expect(all).toHaveLength(200);
    expect(all[0]).toEqual(result('x'.repeat(40_000)));
    expect(all[199]).toMatchObject({
      ...{ passed: false, differences: [], path: null },
      problem: expect.stringContaining('Run this test alone'),
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { carriedResults, type RecordedBlock } from './carried-results.js';

const variables = (id: string): { id: string; type: string; name: string; config: object } => ({
  id,
  type: 'variables',
  name: id,
  config: { values: { x: 1 } },
});
/** start -> a -> b -> c, and a -> side. */
const definition = {
  blocks: [
    { id: 'start', type: 'manual', name: 'start', config: {} },
    ...['a', 'b', 'c', 'side'].map(variables),
  ],
  edges: [
    ['start', 'a'],
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'side'],
  ].map(([from = '', to = '']) => ({ from, to })),
  variables: {},
} as Parameters<typeof carriedResults>[0];
const done = (blockId: string, hasFailed = false, generation = 0): RecordedBlock => ({
  blockId,
  generation,
  ports: ['out'],
  output: `"${blockId}"`,
  hasFailed,
});
const carriedFrom = (from: string, recorded: readonly RecordedBlock[]): string[] | undefined =>
  carriedResults(definition, from, recorded)?.map(({ blockId }) => blockId);

describe('a rerun from a block', () => {
  it('carries over the results that are not downstream of the block', () => {
    const all = ['a', 'b', 'c', 'side'].map((id) => done(id));
    expect(carriedFrom('b', all)).toEqual(['a', 'side']);
    expect(carriedFrom('start', all)).toEqual([]);
  });

  it('runs failed blocks and everything downstream of them again', () => {
    expect(carriedFrom('c', [done('a'), done('b', true), done('side')])).toEqual(['a', 'side']);
  });

  it('takes what the execution took over from the one that it repeats', () => {
    // The execution began at b again.
    const earlier = ['a', 'c', 'side'].map((id) => done(id, false, 1));
    expect(carriedFrom('c', [...earlier, done('b')])).toEqual(['a', 'side', 'b']);
  });

  it('takes no earlier result of a block behind one that ran since', () => {
    const earlier = ['b', 'c', 'side'].map((id) => done(id, false, 1));
    expect(carriedFrom('b', [...earlier, done('a')])).toEqual(['a']);
  });

  it('has no results for a block that is not in the version', () => {
    expect(carriedFrom('nobody', [])).toBeUndefined();
  });
});

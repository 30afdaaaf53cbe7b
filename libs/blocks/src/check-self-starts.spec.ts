import { describe, expect, it } from '@jest/globals';
import type { WorkflowDefinition } from '@libs/workflow';
import { checkDefinition } from './check-definition.js';
import { checkSelfStarts } from './check-self-starts.js';

const own = '0b5b1c9e-8a52-4f0e-9a3e-3a1c5d1f7b20';
const other = '7d2f4a31-0c65-4c3b-8f47-52a9a1d0c6ee';

type Block = WorkflowDefinition['blocks'][number];
const block = (id: string, type: string, config: Record<string, unknown> = {}): Block => ({
  ...{ id, type, name: id, config },
});
const starts = (workflowId: string): Block => block('again', 'workflow', { workflowId });

function problemsOf(blocks: Block[], edges: object[]): unknown {
  const checked = checkDefinition({ blocks: [block('start', 'manual'), ...blocks], edges });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checkSelfStarts(checked.definition, own);
}

const problem = {
  code: 'STARTS_ITSELF_REPEATEDLY',
  blockId: 'again',
  field: 'config.workflowId',
};
const parallel = block('fan', 'parallel', { count: 3 });
const inParallel = [
  { from: 'start', to: 'fan' },
  { from: 'fan', to: 'again', port: 'each' },
];

describe('a workflow that starts itself', () => {
  it('is refused in the body of a parallel', () => {
    expect(problemsOf([parallel, starts(own)], inParallel)).toEqual([
      { ...problem, message: expect.stringContaining('parallel "fan"') },
    ]);
  });

  it('is refused for an id in capital letters', () => {
    expect(problemsOf([parallel, starts(own.toUpperCase())], inParallel)).toMatchObject([problem]);
  });

  it('is refused in nested containers', () => {
    const loop = block('each', 'loop', { type: 'count', count: 2 });
    const inner = block('inner', 'parallel', { count: 2 });
    const edges = [
      { from: 'start', to: 'each' },
      { from: 'each', to: 'inner', port: 'each' },
      { from: 'inner', to: 'again', port: 'each' },
    ];
    expect(problemsOf([loop, inner, starts(own)], edges)).toMatchObject([problem]);
  });

  it('is accepted outside containers, as are other workflows inside', () => {
    expect(problemsOf([starts(own)], [{ from: 'start', to: 'again' }])).toEqual([]);
    expect(problemsOf([parallel, starts(other)], inParallel)).toEqual([]);
    const behind = [
      { from: 'start', to: 'fan' },
      { from: 'fan', to: 'again' },
    ];
    expect(problemsOf([parallel, starts(own)], behind)).toEqual([]);
  });
});

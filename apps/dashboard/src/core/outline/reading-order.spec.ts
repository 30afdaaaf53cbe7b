import { describe, expect, it } from '@jest/globals';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import { neighboursOf } from './reading-order.js';

const block = (id: string) => ({ id, name: id, type: 'function', config: {} });
const graph = workflowGraph({
  blocks: [block('accept'), block('check'), block('reject')],
  edges: [
    { from: 'check', to: 'accept' },
    { from: 'check', to: 'reject', port: 'error' },
  ],
});

const idsBeside = (id: string) => {
  const { previous, next } = neighboursOf(graph, id);
  return [previous?.id ?? null, next?.id ?? null];
};

describe('neighboursOf', () => {
  it('follows the outline from top to bottom, not the order of the text', () => {
    const [before, after] = idsBeside('check');
    expect(before).toBeNull();
    expect(['accept', 'reject']).toContain(after);
    expect(idsBeside(after ?? '')[0]).toBe('check');
  });

  it('has none beside a block that is gone', () => {
    expect(idsBeside('gone')).toEqual([null, null]);
  });
});

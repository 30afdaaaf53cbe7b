import { describe, expect, it } from '@jest/globals';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import { outlineTree } from './outline-tree.js';
import { type OrderStep, reorderCommand } from './reorder.js';

const block = (id: string, type = 'api', config = {}) => ({ id, type, name: id, config });

const definition = {
  blocks: [
    block('hook', 'webhook'),
    block('l', 'loop'),
    block('a'),
    block('b'),
    block('c'),
    block('agent', 'agent', { tools: [{ block: 'find' }, { block: 'tell' }] }),
    block('find'),
    block('tell'),
    block('n1', 'note'),
    block('n2', 'note'),
  ],
  edges: [
    { from: 'hook', to: 'l' },
    { from: 'l', port: 'each', to: 'a' },
    { from: 'l', port: 'each', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'l', to: 'agent' },
  ],
};
const tree = outlineTree(workflowGraph(definition));
const step = (id: string, to: OrderStep) => reorderCommand(definition, tree, id, to);

describe('reorderCommand', () => {
  it('moves what starts side by side, in the text', () => {
    expect(step('n2', 'up')).toEqual({ kind: 'moveBlock', block: 'n1', after: 'n2' });
    expect(step('n1', 'down')).toEqual({ kind: 'moveBlock', block: 'n1', after: 'n2' });
    expect(step('a', 'down')).toEqual({ kind: 'moveBlock', block: 'a', after: 'b' });
  });

  it('moves tools in the list of their agent', () => {
    const target = { block: 'agent', path: ['config', 'tools', 1] };
    expect(step('tell', 'up')).toEqual({ kind: 'moveItem', target, toIndex: 0 });
    expect(step('find', 'up')).toBeNull();
  });

  it('leaves alone what follows from edges', () => {
    expect(step('c', 'up')).toBeNull();
    expect(step('agent', 'down')).toBeNull();
    expect(step('n2', 'down')).toBeNull();
  });
});

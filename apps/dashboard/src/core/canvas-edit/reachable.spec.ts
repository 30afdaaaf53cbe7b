import { expect, it } from '@jest/globals';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import { edgePan } from './edge-pan.js';
import { reachable } from './reachable.js';

const ids = ['hook', 'a', 'loop', 'body', 'b', 'other'];
const graph = workflowGraph({
  blocks: ids.map((id) => ({
    ...{ id, name: id, config: {} },
    type: id === 'hook' ? 'webhook' : id === 'loop' ? 'loop' : 'api',
  })),
  edges: [
    { from: 'hook', to: 'a' },
    { from: 'a', to: 'loop' },
    { from: 'loop', to: 'body', port: 'each' },
    { from: 'loop', to: 'b' },
    { from: 'hook', to: 'other' },
  ],
});

it('selects what leads to a block, or what follows it with its bodies', () => {
  expect([...reachable(graph, 'a', 'down')].toSorted()).toEqual(['a', 'b', 'body', 'loop']);
  expect([...reachable(graph, 'a', 'up')].toSorted()).toEqual(['a', 'hook']);
});

it('moves the view while something is held at its border, faster the closer it is', () => {
  const size = { width: 1_000, height: 600 };
  expect(edgePan({ x: 500, y: 300 }, size)).toEqual({ x: 0, y: 0 });
  expect(edgePan({ x: 10, y: 300 }, size).x).toBeGreaterThan(edgePan({ x: 30, y: 300 }, size).x);
  expect(edgePan({ x: 500, y: 900 }, size)).toEqual({ x: 0, y: -16 });
});

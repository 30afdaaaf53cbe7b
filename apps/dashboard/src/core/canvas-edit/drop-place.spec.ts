import { describe, expect, it } from '@jest/globals';
import { layoutWorkflow } from '../layout/layout.js';
import { layoutInputOf } from '../workflow-graph/block-size.js';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import { bodyMovers } from './dragged-blocks.js';
import { dropEdge, dropFrame } from './drop-place.js';
import { centreOf, movedBy } from '../layout/box.js';

const block = (id: string, type: string, config = {}) => ({ id, type, name: id, config });
const graph = workflowGraph({
  blocks: [
    block('hook', 'webhook'),
    block('loop', 'loop'),
    block('first', 'api'),
    block('second', 'api'),
    block('agent', 'agent', { tools: [{ block: 'tool' }] }),
    block('tool', 'api'),
    block('note', 'note'),
  ],
  edges: [
    { from: 'hook', to: 'loop' },
    { from: 'loop', to: 'first', port: 'each' },
    { from: 'first', to: 'second' },
    { from: 'loop', to: 'agent' },
  ],
});
const { boxes, routes } = layoutWorkflow(layoutInputOf(graph));
const boxOf = (id: string) => boxes.get(id)!;
const held = (id: string, by = { x: 0, y: 0 }) => ({
  dragged: new Set([id]),
  home: graph.blocks.find((one) => one.id === id)!.parent,
  ghost: movedBy(boxOf(id), by),
});

describe('dropFrame', () => {
  it('is the frame under the pointer', () => {
    const at = centreOf(boxOf('second'));
    expect(dropFrame({ graph, boxes }, at, held('agent'))).toBe('loop');
    expect(dropFrame({ graph, boxes }, centreOf(boxOf('hook')), held('agent'))).toBeNull();
  });

  it('is the own one for as long as a part of the block lies in it', () => {
    const at = { x: boxOf('loop').x - 10, y: boxOf('first').y };
    expect(dropFrame({ graph, boxes }, at, held('first', { x: -80, y: 0 }))).toBe('loop');
    const far = { x: boxOf('loop').x - 400, y: boxOf('first').y };
    expect(dropFrame({ graph, boxes }, far, held('first', { x: -480, y: 0 }))).toBeNull();
  });

  it('is never a frame that is dragged itself', () => {
    const at = centreOf(boxOf('first'));
    const dragged = new Set(['loop', 'first', 'second']);
    const ghost = boxOf('loop');
    expect(dropFrame({ graph, boxes }, at, { dragged, home: null, ghost })).toBeNull();
  });
});

describe('dropEdge', () => {
  const between = {
    x: centreOf(boxOf('first')).x,
    y: (boxOf('first').y + boxOf('first').height + boxOf('second').y) / 2,
  };
  const place = { dragged: new Set(['agent']), frame: 'loop' };

  it('is an edge of the body that the block is dropped in', () => {
    const id = JSON.stringify(['first', 'out', 'second']);
    expect(dropEdge({ graph, routes }, between, place)).toBe(id);
    expect(dropEdge({ graph, routes }, between, { ...place, frame: null })).toBeNull();
  });

  it('is none of the edges that the block has', () => {
    const dragged = new Set(['first']);
    expect(dropEdge({ graph, routes }, between, { ...place, dragged })).toBeNull();
  });
});

it('leaves notes and tools out of bodies', () => {
  expect(bodyMovers(graph, ['first', 'note', 'tool', 'agent'])).toEqual(['first', 'agent']);
});

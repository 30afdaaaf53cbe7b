import { describe, expect, it } from '@jest/globals';
import { blockDragType, draggedType, isBlockDrag, writeBlockDrag } from './block-drag.js';
import { blockPart, edgePart, type Gesture, noGesture, refusalNow } from './gesture.js';

const edge = { id: 'e', from: 'a', to: 'b' };

describe('a drag of blocks', () => {
  const move: Gesture = {
    ...{ kind: 'move', dragged: new Set(['a']), edge: 'other' },
    ...{ frame: { id: 'loop' }, refusal: 'Not here' },
  };

  it('dims the frame that refuses them with its body, and says why', () => {
    expect(blockPart(move, 'a', null)).toBe('moving');
    expect(blockPart(move, 'loop', null)).toBe('refused');
    expect(blockPart(move, 'x', 'loop')).toBe('dimmed');
    expect(blockPart(move, 'y', null)).toBeNull();
    expect(refusalNow(move)).toBe('Not here');
  });

  it('marks the frame that takes them, and hides the edges that go along', () => {
    const taken: Gesture = { ...move, refusal: null };
    expect(blockPart(taken, 'loop', null)).toBe('target');
    expect(blockPart(taken, 'x', 'loop')).toBeNull();
    expect(edgePart(taken, edge)).toBe('hidden');
    expect(edgePart(taken, { id: 'other', from: 'c', to: 'd' })).toBe('target');
    expect(edgePart(noGesture, edge)).toBeNull();
  });
});

it('dims the blocks where a new edge may not end, and says why at the one under the pointer', () => {
  const refusalOf = (to: string): string | null => (to === 'b' ? 'It runs before' : null);
  const wire: Gesture = {
    ...{ kind: 'wire', from: 'a', port: 'out', edge: null, to: 'c' },
    refusalOf,
  };
  expect(['a', 'b', 'c', 'd'].map((id) => blockPart(wire, id, null))).toEqual([
    ...[null, 'dimmed', 'target', null],
  ]);
  expect(refusalNow(wire)).toBeNull();
  expect(refusalNow({ ...wire, to: 'b' })).toBe('It runs before');
});

it('reads the type of a new block from the names of its formats', () => {
  const written = new Map<string, string>();
  writeBlockDrag({ setData: (name, value) => void written.set(name, value) }, 'api_trigger');
  const types = [...written.keys()];
  expect(isBlockDrag({ types })).toBe(true);
  expect(draggedType({ types })).toBe('api_trigger');
  expect(draggedType({ types: [blockDragType] })).toBeNull();
  expect(isBlockDrag({ types: ['text/plain'] })).toBe(false);
});

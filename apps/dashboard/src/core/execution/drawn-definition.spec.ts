import { describe, expect, it } from '@jest/globals';
import { drawnOf } from './drawn-definition.js';

const block = { id: 'a', type: 'manual', name: 'A' };

describe('what a canvas draws', () => {
  it('has the defaults of fields that the author left out', () => {
    expect(drawnOf({ blocks: [block] }, null)).toEqual({
      definition: { blocks: [{ ...block, config: {} }], edges: [] },
    });
  });

  it.each([
    ['no object', 'text'],
    ['no blocks', { edges: [] }],
    ['a block without a name', { blocks: [{ id: 'a', type: 'manual' }] }],
    ['a configuration that is a text', { blocks: [{ ...block, config: 'x' }] }],
    ['an edge to nothing', { blocks: [block], edges: [{ from: 'a' }] }],
  ])('is nothing for %s', (_, definition) => {
    expect(drawnOf(definition, null)).toBeNull();
  });
});

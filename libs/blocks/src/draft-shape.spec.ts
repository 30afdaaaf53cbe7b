import { describe, expect, it } from '@jest/globals';
import { storableDraft } from './draft-shape.js';

const block = { id: 'a', type: 'teleport', name: '', config: { to: '<nobody>' } };

describe('a draft that may be stored with problems', () => {
  it.each([
    ['an empty one', { blocks: [] }, { blocks: [], edges: [] }],
    [
      'an unknown type and an edge of another tool',
      { blocks: [block], edges: [{ source: 'a' }] },
      null,
    ],
    [
      'fields that no block has',
      { blocks: [{ ...block, position: { x: 1 } }], edges: [], n: 1 },
      null,
    ],
  ])('is kept as it was written: %s', (_, draft, stored) => {
    expect(storableDraft(draft)).toEqual(stored ?? draft);
  });

  it.each([
    ['no object', 'text'],
    ['no blocks', {}],
    ['a block without a name', { blocks: [{ id: 'a', type: 'api' }] }],
    ['a block without an id', { blocks: [{ ...block, id: '' }] }],
    ['a configuration that is a list', { blocks: [{ ...block, config: [] }] }],
    ['an edge that is text', { blocks: [], edges: ['a -> b'] }],
    ['more text than a definition may have', { blocks: [], variables: 'x'.repeat(3_000_000) }],
    ['more values than a definition may have', { blocks: [], values: Array(200_000).fill(1) }],
  ])('is refused with %s', (_, draft) => {
    expect(storableDraft(draft)).toBeNull();
  });
});

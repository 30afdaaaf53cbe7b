import { describe, expect, it } from '@jest/globals';
import { draft } from '../testing/draft.js';
import { referringBlocks } from './referring-blocks.js';

const block = (id: string, name: string, config: object = {}, type = 'function') => ({
  ...{ id, type, name, config },
});

const text = JSON.stringify({
  blocks: [
    block('a', 'Fetch order'),
    block('b', 'Charge', { code: 'return <fetchorder.data.id>' }),
    block('c', 'Escaped', { code: '\\<fetchorder> is no reference' }),
    block('d', 'Helper', { tools: [{ block: 'Fetch order' }] }, 'agent'),
    block('e', 'Alone', { code: 'return <charge.result>' }),
  ],
  edges: [],
});

describe('blocks that refer to a block', () => {
  it('are those whose texts or tools name it', () => {
    expect(referringBlocks(draft(text), 'a')).toEqual(['Charge', 'Helper']);
    expect(referringBlocks(draft(text), 'b')).toEqual(['Alone']);
    expect(referringBlocks(draft(text), 'e')).toEqual([]);
    expect(referringBlocks(draft(text), 'gone')).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { draft } from '../testing/draft.js';
import { referrersOf } from './referrers.js';

const block = (name: string, config: object = {}, type = 'function') => ({
  ...{ id: name.toLowerCase().replaceAll(' ', ''), type, name, config },
});

const document = draft(
  JSON.stringify({
    blocks: [
      block('Order received', {}, 'webhook'),
      block('Look up', { code: 'return <orderreceived.body>' }),
      block('Accept', { body: { a: 'text <Look Up.data> and \\<lookup>' } }, 'response'),
      block('Agent', { tools: [{ block: 'look up' }] }, 'agent'),
      block('Each', {}, 'loop'),
      block('Inner', { code: 'return <loop.index>' }),
    ],
    edges: [{ from: 'each', port: 'each', to: 'inner' }],
  }),
);

describe('referrersOf', () => {
  it('names the blocks whose references or tools lose a block', () => {
    expect(referrersOf(document, ['lookup'])).toEqual(['Accept', 'Agent']);
    expect(referrersOf(document, ['orderreceived'])).toEqual(['Look up']);
  });

  it('leaves out what is deleted with it, and what refers to nothing of it', () => {
    expect(referrersOf(document, ['orderreceived', 'lookup'])).toEqual(['Accept', 'Agent']);
    expect(referrersOf(document, ['accept'])).toEqual([]);
    expect(referrersOf(document, ['each'])).toEqual([]);
    expect(referrersOf(document, ['gone'])).toEqual([]);
  });
});

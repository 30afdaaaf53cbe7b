import { describe, expect, it } from '@jest/globals';
import { problemLine } from './problem-lines.js';
import { sourcePlaces } from './source-places.js';

const text = `name: Orders
definition:
  blocks:
    - { id: hook, type: webhook, name: Web hook, config: { path: x } }
    - id: sum
      type: function
      name: Sum
      config:
        code: |
          const all = 1;
          return <hok.body>;
  edges:
    - { from: hook, to: sun }
tests: [{ name: one }]
`;
const file = {
  path: 'orders.yaml',
  name: 'Orders',
  description: null,
  folderId: null,
  definition: {
    blocks: [
      { id: 'hook', name: 'Web hook' },
      { id: 'sum', name: 'Sum' },
    ],
  },
  tests: [],
  places: sourcePlaces(text),
};

describe('a problem of a file', () => {
  it.each([
    [
      'inside the text of a field',
      { code: 'UNKNOWN_REFERENCE', blockId: 'sum', field: 'config.code', line: 2, column: 8 },
      'orders.yaml:11:18: block "Sum", config.code: wrong (UNKNOWN_REFERENCE)',
    ],
    [
      'of an edge, though a block is named',
      { blockId: 'hook', field: 'edges[0].to' },
      'orders.yaml:13:25: block "Web hook", edges[0].to: wrong',
    ],
    ['of the whole workflow', { field: 'blocks' }, 'orders.yaml:4:5: blocks: wrong'],
    ['of a test', { field: 'tests[0].name' }, 'orders.yaml:14:17: tests[0].name: wrong'],
    [
      'of a block that is not there',
      { blockId: 'sun', field: 'config.url' },
      'orders.yaml:3:3: block "sun", config.url: wrong',
    ],
  ])('%s names its place', (_, problem, line) => {
    expect(problemLine(file, { message: 'wrong', ...problem })).toBe(line);
  });

  it('adds the nearest name unless the message has it', () => {
    const problem = { field: 'edges[0].to', suggestion: 'sum' };
    expect(problemLine(file, { ...problem, message: 'unknown' })).toMatch(/did you mean "sum"\?$/);
    expect(problemLine(file, { ...problem, message: 'not "sum"' })).toMatch(/not "sum"$/);
  });

  it('can not move the cursor of the terminal', () => {
    expect(problemLine(file, { message: 'a\u001b[2Jb', blockName: '\u202e' })).not.toMatch(
      /[\u001b\u202e]/,
    );
  });
});

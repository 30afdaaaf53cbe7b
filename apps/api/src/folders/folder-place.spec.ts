import { describe, expect, it } from '@jest/globals';
import { maxDepth, placeProblem } from './folder-place.js';

/** `a` holds `b`, which holds `c`; `x` stands alone. */
const folders = [
  { id: 'a', parent_id: null },
  { id: 'b', parent_id: 'a' },
  { id: 'c', parent_id: 'b' },
  { id: 'x', parent_id: null },
];
const chain = Array.from({ length: maxDepth }, (_, n) => ({
  id: `${n + 1}`,
  parent_id: n === 0 ? null : `${n}`,
}));

describe('a folder', () => {
  it.each([
    ['a', null],
    ['c', 'a'],
    ['x', 'c'],
    ['new', 'c'],
  ])('%s may stand below %s', (id, parentId) => {
    expect(placeProblem(folders, id, parentId)).toBeNull();
  });

  it.each([
    ['a', 'a', 'into itself'],
    ['a', 'c', 'into itself or into a folder below it'],
    ['x', 'y', 'no folder with the id "y"'],
  ])('%s may not stand below %s', (id, parentId, message) => {
    expect(placeProblem(folders, id, parentId)).toContain(message);
  });

  it('may not stand deeper than ten, nor may what it holds', () => {
    expect(placeProblem(chain, 'new', `${maxDepth - 1}`)).toBeNull();
    expect(placeProblem(chain, 'new', `${maxDepth}`)).toContain('would be 11');
    expect(placeProblem([...folders, ...chain], 'a', `${maxDepth - 2}`)).toContain('would be 11');
  });
});

import { describe, expect, it } from '@jest/globals';
import { folderList } from './folder-list.js';

describe('folderList', () => {
  it('names the folders around each, in order', () => {
    const list = folderList([
      { id: 'eu', parentId: 'sales', name: 'EU' },
      { id: 'ops', parentId: null, name: 'Ops' },
      { id: 'sales', parentId: null, name: 'Sales' },
      { id: 'lost', parentId: 'gone', name: 'Lost' },
    ]);
    expect(list.map(({ path }) => path)).toEqual(['Lost', 'Ops', 'Sales', 'Sales / EU']);
  });

  it('ends with folders that hold each other', () => {
    const list = folderList([
      { id: 'a', parentId: 'b', name: 'A' },
      { id: 'b', parentId: 'a', name: 'B' },
    ]);
    expect(list).toHaveLength(2);
  });
});

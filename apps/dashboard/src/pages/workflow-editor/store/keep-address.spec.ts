import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { editorSearch, type EditorSearch } from '../model/editor-search.js';
import { createEditorStore, select } from './editor-store.js';
import { type Address, keepAddress } from './keep-address.js';

const block = (id: string): object => ({ id, type: 'function', name: id, config: {} });
const text = JSON.stringify({ blocks: ['a', 'b'].map(block), edges: [] });

/** The address bar: what it holds, and who listens. */
function bar(named: string) {
  let search: EditorSearch | null = editorSearch.parse({ block: named });
  const listeners = new Set<() => void>();
  const go = (next: EditorSearch | null): void => {
    search = next;
    for (const listener of listeners) listener();
  };
  const changes: Partial<EditorSearch>[] = [];
  const address: Address = {
    read: () => search,
    subscribe: (moved) => {
      listeners.add(moved);
      return () => listeners.delete(moved);
    },
    change: (change) => {
      changes.push(change);
      if (search !== null) go({ ...search, ...change });
    },
  };
  return { address, changes, go, show: (id: string) => go(editorSearch.parse({ block: id })) };
}

describe('the chosen block in the address', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const open = (named = '') => {
    const store = createEditorStore({ text, revision: 1, positions: {} });
    const shown = bar(named);
    const stop = keepAddress(store, shown.address);
    return { store, stop, ...shown, settle: () => jest.advanceTimersByTime(1_000) };
  };

  it('is written once it has settled, the last of several', () => {
    const { store, changes, settle } = open();
    select(store, ['a']);
    select(store, ['a', 'b']);
    expect(changes).toEqual([]);
    settle();
    expect(changes).toEqual([{ block: 'b' }]);
    select(store, []);
    settle();
    expect(changes.at(-1)).toEqual({ block: '' });
  });

  it('is chosen when a person goes back, which writes nothing', () => {
    const { store, changes, settle, show } = open();
    select(store, ['a']);
    settle();
    show('');
    expect(store.getState().selected).toEqual([]);
    show('b');
    expect(store.getState().selected).toEqual(['b']);
    settle();
    expect(changes).toEqual([{ block: 'a' }]);
  });

  it('stays when the address changes in something else', () => {
    const { store, go, settle } = open();
    select(store, ['a']);
    go(editorSearch.parse({ z: '50' }));
    settle();
    expect(store.getState().selected).toEqual(['a']);
  });

  it('is none where the block of a link is gone', () => {
    const { store, show } = open();
    select(store, ['a']);
    show('gone');
    expect(store.getState().selected).toEqual([]);
  });

  it('is not written over the address of another page, nor after the end', () => {
    const left = open();
    left.go(null);
    select(left.store, ['a']);
    left.settle();
    const ended = open();
    select(ended.store, ['a']);
    ended.stop();
    ended.settle();
    ended.show('b');
    expect([left.changes, ended.changes]).toEqual([[], []]);
    expect(ended.store.getState().selected).toEqual(['a']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createStatusStore, edgeState, type StatusStore } from './status-store.js';

/** Frames that come when the test says so. */
function storeWithFrames(): { store: StatusStore; frame: () => void; frames: () => number } {
  const due: (() => void)[] = [];
  let count = 0;
  const store = createStatusStore((flush) => {
    count += 1;
    due.push(flush);
  });
  return { store, frame: () => due.splice(0).forEach((flush) => flush()), frames: () => count };
}

describe('createStatusStore', () => {
  it('has what was set before anybody listened', () => {
    const { store, frames } = storeWithFrames();
    store.set([['a', { status: 'success' }]]);
    expect([store.get('a'), frames()]).toEqual([{ status: 'success' }, 0]);
  });

  it('tells each block of its own changes only, once a frame', () => {
    const { store, frame, frames } = storeWithFrames();
    const told: string[] = [];
    store.subscribe('a', () => told.push('a'));
    store.subscribe('b', () => told.push('b'));
    store.subscribeAll((changed) => told.push([...changed].join('+')));
    store.set([['a', { status: 'running' }]]);
    store.set([
      ['a', { status: 'success' }],
      ['c', { status: 'running' }],
    ]);
    expect([told, store.get('a')]).toEqual([[], undefined]);
    frame();
    expect([told, store.get('a')?.status, frames()]).toEqual([['a', 'a+c'], 'success', 1]);
  });

  it('forgets a block, and those who no longer listen', () => {
    const { store, frame } = storeWithFrames();
    const told: string[] = [];
    const leave = store.subscribe('a', () => told.push('left'));
    store.subscribe('a', () => told.push('stayed'));
    store.set([['a', { status: 'running' }]]);
    frame();
    leave();
    store.set([['a', undefined]]);
    frame();
    expect([told, store.get('a')]).toEqual([['left', 'stayed', 'stayed'], undefined]);
  });
});

describe('edgeState', () => {
  const of = (statuses: Parameters<StatusStore['set']>[0], port = 'out') => {
    const store = createStatusStore();
    store.set(statuses);
    return edgeState(store, { from: 'a', to: 'b', port });
  };

  it('is open until the block before it ended', () => {
    expect(of([])).toBe('open');
    expect(of([['a', { status: null, figure: '4 ms' }]])).toBe('open');
    for (const status of ['queued', 'running', 'retrying', 'waiting'])
      expect(of([['a', { status }]])).toBe('open');
  });

  it('is taken by the ports that the block was left by', () => {
    expect(of([['a', { status: 'success', ports: ['yes'] }]], 'yes')).toBe('taken');
    expect(of([['a', { status: 'success', ports: ['yes'] }]], 'no')).toBe('untaken');
    expect(of([['a', { status: 'error', ports: ['error'] }]], 'error')).toBe('taken');
    expect(of([['a', { status: 'skipped' }]])).toBe('untaken');
  });

  it('follows the block after it when no ports are known', () => {
    const ran = ['b', { status: 'running' }] as const;
    expect(of([['a', { status: 'success' }], ran])).toBe('taken');
    expect(of([['a', { status: 'success' }]])).toBe('untaken');
    expect(of([['a', { status: 'success' }], ran], 'error')).toBe('untaken');
    expect(of([['a', { status: 'error' }], ran], 'error')).toBe('taken');
  });
});

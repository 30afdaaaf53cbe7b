import { describe, expect, it } from '@jest/globals';
import { chunkOf, knownChunks } from './chunk.js';

describe('a chunk', () => {
  it('is read once, however often it is asked for', async () => {
    let reads = 0;
    const chunk = chunkOf(() => Promise.resolve((reads += 1)));
    await Promise.all([chunk.load(), chunk.load()]);
    await chunk.load();
    expect([reads, chunk.state()]).toEqual([1, { kind: 'loaded', value: 1 }]);
  });

  it('is read again after a failure, and tells who listens', async () => {
    let isDown = true;
    const chunk = chunkOf(() =>
      isDown ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('page'),
    );
    const kinds: string[] = [];
    const stop = chunk.subscribe(() => kinds.push(chunk.state().kind));
    await chunk.load();
    isDown = false;
    await chunk.load();
    stop();
    expect(kinds).toEqual(['loading', 'failed', 'loading', 'loaded']);
    expect(chunk.state()).toEqual({ kind: 'loaded', value: 'page' });
  });

  it('is known, so that it can be loaded before it is needed', () => {
    const before = knownChunks().length;
    chunkOf(() => Promise.resolve(1));
    expect(knownChunks()).toHaveLength(before + 1);
  });
});

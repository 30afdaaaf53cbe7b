import { describe, expect, it } from '@jest/globals';
import { sharedCall } from './refreshed-cache.js';

describe('a shared call', () => {
  it('shares one result between concurrent calls, and makes a new one later', async () => {
    let made = 0;
    const call = sharedCall(() => Promise.resolve((made += 1)));
    expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1]);
    expect(await call()).toBe(2);
  });

  it('reuses a result for the given time', async () => {
    let made = 0;
    const call = sharedCall(() => Promise.resolve((made += 1)), 60_000);
    expect([await call(), await call()]).toEqual([1, 1]);
  });

  it('rejects only the concurrent calls of a failure', async () => {
    let fails = true;
    const call = sharedCall(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve(1)));
    await expect(Promise.all([call(), call()])).rejects.toThrow('no');
    fails = false;
    expect(await call()).toBe(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { sharedCall } from './refreshed-cache.js';

describe('a shared call', () => {
  it('answers all who ask meanwhile with one answer, and later ones with another', async () => {
    let made = 0;
    const call = sharedCall(() => Promise.resolve((made += 1)));
    expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1]);
    expect(await call()).toBe(2);
  });

  it('keeps an answer for a while, if it is told to', async () => {
    let made = 0;
    const call = sharedCall(() => Promise.resolve((made += 1)), 60_000);
    expect([await call(), await call()]).toEqual([1, 1]);
  });

  it('fails for those who asked meanwhile only', async () => {
    let fails = true;
    const call = sharedCall(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve(1)));
    await expect(Promise.all([call(), call()])).rejects.toThrow('no');
    fails = false;
    expect(await call()).toBe(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { hashApiKey, keyPrefixOf, newApiKey } from './api-key.js';

describe('API keys', () => {
  it('consist of fl_ and 43 base62 characters, and are unique', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    expect(keys.every((key) => /^fl_[0-9A-Za-z]{43}$/.test(key))).toBe(true);
    expect(keys.every((key) => /^fl_[0-9A-Za-z]{43}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are stored as their SHA-256', () => {
    expect(hashApiKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are shown only by a prefix of seven characters', () => {
    const key = newApiKey();
    expect(keyPrefixOf(key)).toBe(key.slice(0, 7));
  });
});

import { describe, expect, it } from '@jest/globals';
import { sizeText } from './size-text.js';

describe('sizeText', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [1_240, '1.2 kB'],
    [256 * 1024, '262 kB'],
    [4_200_000, '4.2 MB'],
    [12_000_000_000_000, '12000 GB'],
  ])('writes %d bytes as %s', (bytes, expected) => {
    expect(sizeText(bytes)).toBe(expected);
  });
});

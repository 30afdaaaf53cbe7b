import { describe, expect, it } from '@jest/globals';
import { durationShare } from './duration-share.js';

describe('durationShare', () => {
  it.each([
    ['half of it', 500, 1_000, { share: 36, isSlow: false }],
    ['exactly it', 1_000, 1_000, { share: 72, isSlow: false }],
    ['more than it', 1_100, 1_000, { share: 79.2, isSlow: true }],
    ['far more: the bar ends', 60_000, 1_000, { share: 100, isSlow: true }],
    ['a clock that went back', -5, 1_000, { share: 0, isSlow: false }],
    ['nothing to compare with', 500, null, { share: 0, isSlow: false }],
  ])('%s', (_name, durationMs, p95Ms, expected) => {
    const { share, isSlow } = durationShare(durationMs, p95Ms);
    expect({ share: Math.round(share * 10) / 10, isSlow }).toEqual(expected);
  });
});

import { expect, it } from '@jest/globals';
import { decodePosition, encodePosition } from './ledger-position.js';

it('decodePosition returns the start of the log for missing or unreadable metadata', () => {
  for (const metadata of [undefined, '', 'x', '{}', '{"v":2,"l":4,"c":1}']) {
    expect(decodePosition(metadata)).toEqual({ offset: 0, claimOffset: -1 });
  }
  expect(decodePosition(encodePosition({ offset: 4, claimOffset: 1 }))).toEqual({
    offset: 4,
    claimOffset: 1,
  });
});

import { expect, it } from '@jest/globals';
import { decodePosition, encodePosition } from './ledger-position.js';

it('a ledger position is the start of the log when metadata is absent or unreadable', () => {
  for (const metadata of [undefined, '', 'x', '{}', '{"v":2,"l":4,"c":1}']) {
    expect(decodePosition(metadata)).toEqual({ offset: 0, claimOffset: -1 });
  }
  expect(decodePosition(encodePosition({ offset: 4, claimOffset: 1 }))).toEqual({
    offset: 4,
    claimOffset: 1,
  });
});

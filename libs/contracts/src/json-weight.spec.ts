import { describe, expect, it } from '@jest/globals';
import { isTooHeavy } from './json-weight.js';

const repeated = (piece: string, length: number): string =>
  `[${piece.repeat(Math.floor(length / piece.length))}0]`;
const size = 10_000_000;

describe('the weight of a JSON text', () => {
  it.each(['[],', '{},', '{"a":1},', `${'['.repeat(190)}${']'.repeat(190)},`, '1,'])(
    'is too high for ten megabytes of %s',
    (piece) => {
      expect(isTooHeavy(repeated(piece, size))).toBe(true);
    },
  );

  it('is too high for an object with a million names', () => {
    const names = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`);
    expect(isTooHeavy(`{${names.join(',')}}`)).toBe(true);
  });

  it('is low enough for ten megabytes of ordinary records or of text', () => {
    const record = JSON.stringify({
      ...{ id: 12345, name: 'Ann Smith', email: 'ann@example.com', total: 12.5, isPaid: true },
      address: { street: 'Main Street 1', city: 'Springfield', zip: '12345' },
      note: 'Leave it at the door, please',
    });
    expect(isTooHeavy(repeated(`${record},`, size))).toBe(false);
    expect(isTooHeavy(`"${'[],'.repeat(size / 3)}"`)).toBe(false);
    expect(isTooHeavy(Buffer.from(`"${'\\"'.repeat(size / 2)}"`))).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeAt, Places } from './code-text.js';

describe('a place in a text', () => {
  it('is the line and column that splitting it at newlines gives', () => {
    const places = new Places();
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r'), maxLength: 20 });
    const long = fc.tuple(fc.nat(3_000), text).map(([lines, end]) => '\n'.repeat(lines) + end);
    fc.assert(
      fc.property(fc.oneof(text, long), fc.nat(3_020), (source, nat) => {
        const offset = Math.min(nat, source.length);
        const lines = source.slice(0, offset).split('\n');
        const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
        expect(placeAt(source, offset)).toEqual(place);
        expect(places.at(source, offset)).toEqual(place);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedPlaces, nextMasked } from './masked-places.js';

const found = (text: string): string[] =>
  maskedPlaces(text).map(({ from, to }) => text.slice(from, to));

describe('masked places of a JSON text', () => {
  it('are whole texts, also as names of fields, in their order', () => {
    const text = '{"token": "Bearer ***", "***": 1, "b": ["[secret]", "x [secret]"]}';
    expect(found(text)).toEqual(['"Bearer ***"', '"***"', '"[secret]"']);
  });

  it('are not begun by an escaped quote', () => {
    expect(found('{"a": "\\"***\\""}')).toEqual(['"\\"***\\""']);
  });

  it('are found one after the other, and again from the beginning', () => {
    const text = '["***", 1, "***"]';
    expect(nextMasked(text, 0)?.from).toBe(1);
    expect(nextMasked(text, 6)?.from).toBe(11);
    expect(nextMasked(text, 16)?.from).toBe(1);
    expect(nextMasked('[1]', 0)).toBeNull();
  });

  it('are never outside of a text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        for (const one of found(text)) expect(typeof JSON.parse(one)).toBe('string');
      }),
    );
  });
});

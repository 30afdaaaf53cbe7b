import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { missingFields, missingInText } from './missing-fields.js';

describe('fields that a pin lacks', () => {
  it('are named by their paths, the outermost alone', () => {
    const pinned = { status: 200, data: { card: { id: 1 }, lines: [{ a: 1 }] } };
    const later = {
      status: 200,
      data: { card: { id: 1, expires: {} }, locale: { x: 1 }, lines: [{ a: 1, b: 2 }] },
    };
    expect(missingFields(pinned, later)).toEqual([
      ...['data.card.expires', 'data.locale', 'data.lines[0].b'],
    ]);
  });

  it('are none where a value has another type, or a text is cut', () => {
    expect(missingFields({ a: 1 }, { a: { b: 2 } })).toEqual([]);
    expect(missingInText('{"a":1}', '{"a":1,"b"')).toEqual([]);
  });

  it('are none of the output itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(missingFields(value, value)).toEqual([]);
      }),
    );
  });
});

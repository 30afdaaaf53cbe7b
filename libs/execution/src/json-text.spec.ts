import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonText, jsonOf, jsonText, shownPayload } from './json-text.js';

const parsed = (text: string): unknown => JSON.parse(text) as unknown;

describe('JSON text in an answer', () => {
  it('is written verbatim at any depth', () => {
    const answer = { data: [{ output: new JsonText('{ "a": [1,  2] }') }, jsonText(null)] };
    expect(jsonOf(answer)).toBe('{"data":[{"output":{ "a": [1,  2] }},null]}');
    expect(jsonOf(new JsonText('[]'))).toBe('[]');
    expect(jsonOf({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('is equivalent to its parsed value', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const texts = values.map((value) => new JsonText(JSON.stringify(value)));
        expect(parsed(jsonOf({ texts }))).toEqual({ texts: parsed(JSON.stringify(values)) });
        expect(parsed(JSON.stringify({ texts }))).toEqual({
          texts: parsed(JSON.stringify(values)),
        });
      }),
    );
  });

  it('leaves no state after a value that cannot be serialized', () => {
    expect(() => jsonOf({ a: new JsonText('1'), b: 1n })).toThrow(TypeError);
    expect(jsonOf([new JsonText('2')])).toBe('[2]');
  });
});

describe('shownPayload', () => {
  it.each([
    ['{"a": {"$encrypted": "v1.abc"}}', '{"a": "[secret]"}'],
    ['{"a":{"$encrypted":"v1.abc"},"b":1}', '{"a":"[secret]","b":1}'],
    // Text that only looks like a sealed value.
    ['{"a": "{\\"$encrypted\\": \\"x\\"}"}', '{"a": "{\\"$encrypted\\": \\"x\\"}"}'],
    ['["$encrypted"]', '["$encrypted"]'],
  ])('shows %s as %s', (text, shown) => {
    expect(shownPayload(text)?.text).toBe(shown);
  });

  it('returns null for a missing payload', () => {
    expect(shownPayload(null)).toBeNull();
  });
});

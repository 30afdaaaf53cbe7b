import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonText, jsonOf, jsonText, shownPayload } from './json-text.js';

const parsed = (text: string): unknown => JSON.parse(text) as unknown;

describe('JSON text in an answer', () => {
  it('is written as it is, wherever it stands', () => {
    const answer = { data: [{ output: new JsonText('{ "a": [1,  2] }') }, jsonText(null)] };
    expect(jsonOf(answer)).toBe('{"data":[{"output":{ "a": [1,  2] }},null]}');
    expect(jsonOf(new JsonText('[]'))).toBe('[]');
    expect(jsonOf({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('means what its parsed value would mean', () => {
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

  it('leaves no state behind when a value can not be written', () => {
    expect(() => jsonOf({ a: new JsonText('1'), b: 1n })).toThrow(TypeError);
    expect(jsonOf([new JsonText('2')])).toBe('[2]');
  });
});

describe('a payload that is shown', () => {
  it.each([
    ['{"a": {"$encrypted": "v1.abc"}}', '{"a": "[secret]"}'],
    ['{"a":{"$encrypted":"v1.abc"},"b":1}', '{"a":"[secret]","b":1}'],
    // Text that only looks like a sealed value.
    ['{"a": "{\\"$encrypted\\": \\"x\\"}"}', '{"a": "{\\"$encrypted\\": \\"x\\"}"}'],
    ['["$encrypted"]', '["$encrypted"]'],
  ])('%s as %s', (text, shown) => {
    expect(shownPayload(text)?.text).toBe(shown);
  });

  it('is null where there is none', () => {
    expect(shownPayload(null)).toBeNull();
  });
});

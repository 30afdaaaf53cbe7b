import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indented, parseExact } from './exact-json.js';
import { problemOfJson } from './json-problem.js';

describe('exact JSON', () => {
  it.each(['9007199254740993', '1.10', '1e400', '-0', '0.1000'])('keeps %s', (digits) => {
    expect(indented(parseExact(`{"n":${digits}}`))).toBe(`{\n  "n": ${digits}\n}`);
  });

  it('reads what JSON reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(indented(parseExact(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('problemOfJson', () => {
  it('says why a text is no JSON, and nothing of an empty one', () => {
    expect(problemOfJson('{"a":')).toMatch(/JSON/);
    expect([problemOfJson(' '), problemOfJson('{"a":1}')]).toEqual([null, null]);
  });
});

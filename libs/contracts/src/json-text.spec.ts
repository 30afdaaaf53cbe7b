import { describe, expect, it } from '@jest/globals';
import { toJsonText } from './json-text.js';

const nested = (levels: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('JSON text for Postgres', () => {
  it('is the plain one for plain values', () => {
    expect(toJsonText({ a: [1, 'é"\\u0041'], b: null })).toBe('{"a":[1,"é\\"\\\\u0041"],"b":null}');
    expect(toJsonText(undefined)).toBe('null');
    expect(toJsonText(nested(500))).toBe(JSON.stringify(nested(500)));
  });

  it('has no NUL and no half of a surrogate pair, in keys or in values', () => {
    expect(toJsonText({ 'a\u0000': ['b\ud800', '\udc00'] })).toBe(
      '{"a\ufffd":["b\ufffd","\ufffd"]}',
    );
  });

  it.each([501, 5_000, 200_000])(
    'cuts a value of %i levels where jsonb would give up',
    (levels) => {
      const text = toJsonText(nested(levels));
      expect(text).toContain('nested too deeply');
      expect(text).not.toContain('core');
      expect(text.match(/[[{]/g)).toHaveLength(501);
    },
  );

  it('keeps many brackets that are not deep', () => {
    const text = '['.repeat(2_000);
    expect(toJsonText({ text })).toBe(`{"text":"${text}"}`);
  });
});

import { describe, expect, it } from '@jest/globals';
import { toJsonText } from './json-text.js';

const nested = (levels: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('JSON text for Postgres', () => {
  it('equals the output of JSON.stringify for plain values', () => {
    expect(toJsonText({ a: [1, 'é"\\u0041'], b: null })).toBe('{"a":[1,"é\\"\\\\u0041"],"b":null}');
    expect(toJsonText(undefined)).toBe('null');
    expect(toJsonText(nested(500))).toBe(JSON.stringify(nested(500)));
  });

  it('replaces NUL and lone surrogates in keys and values', () => {
    expect(toJsonText({ 'a\u0000': ['b\ud800', '\udc00'] })).toBe(
      '{"a\ufffd":["b\ufffd","\ufffd"]}',
    );
  });

  it.each([501, 5_000, 200_000])(
    'cuts a value of %i levels at the depth limit of jsonb',
    (levels) => {
      const text = toJsonText(nested(levels));
      expect(text).toContain('nested too deeply');
      expect(text).not.toContain('core');
      expect(text.match(/[[{]/g)).toHaveLength(501);
    },
  );

  it('keeps many brackets inside a string', () => {
    const text = '['.repeat(2_000);
    expect(toJsonText({ text })).toBe(`{"text":"${text}"}`);
  });
});

import { describe, expect, it } from '@jest/globals';
import { findUnstorableText, mayBeUnstorable } from './unstorable-text.js';

describe('text that can not be stored', () => {
  it.each([
    ['{"a":[1,{"b":"x\\u0000y"}]}', { what: 'the character U+0000', place: 'body.a[1].b' }],
    ['"\\ud83d"', { what: 'half of a surrogate pair', place: 'body' }],
    ['{"a":{"k\\uDE00":1}}', { what: 'half of a surrogate pair in a key', place: 'body.a' }],
  ])('is found with its place: %s', (json, expected) => {
    expect(mayBeUnstorable.test(json)).toBe(true);
    expect(findUnstorableText(JSON.parse(json), 'body')).toEqual(expected);
  });

  it.each(['{"a":"\\ud83d\\ude00 😀"}', '{"a":"\\\\u0000"}', '[null,1,true]'])(
    'is not found in %s',
    (json) => {
      expect(findUnstorableText(JSON.parse(json), 'body')).toBeNull();
    },
  );

  it('is looked for in bodies of any depth', () => {
    expect(
      findUnstorableText(JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)), 'body'),
    ).toBeNull();
  });
});

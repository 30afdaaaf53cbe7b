import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokensOfJson } from './json-tokens.js';

const drawn = (text: string): string =>
  tokensOfJson(text)
    .map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`)
    .join('|');

describe('tokensOfJson', () => {
  it('tells keys, strings, numbers and constants apart', () => {
    expect(drawn('{"a": "b", "c": -1.5e3, "d": null}')).toBe(
      'plain:{|key:"a"|plain:: |string:"b"|plain:, |key:"c"|plain:: |number:-1.5e3|plain:, |key:"d"|plain:: |number:null|plain:}',
    );
  });

  it('does not end a string at an escaped quote', () => {
    expect(drawn('["a\\"b", 1]')).toBe('plain:[|string:"a\\"b"|plain:, |number:1|plain:]');
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const tokens = tokensOfJson(text);
        expect(tokens.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMaskedStream } from './masked-stream.js';
import { MaskedValues } from './masked-values.js';
import { maskText } from './masking.js';

/** Few letters, so that values begin, end and overlap with each other. */
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });

/** Positions that a value covers, found by brute force. */
function covered(text: string, values: readonly string[]): boolean[] {
  const result = Array.from(text, () => false);
  for (const value of values)
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
      result.fill(true, at, at + value.length);
  return result;
}

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  (text) => new URL(`http://h/?${text}`).search.slice(1),
];

describe('masked values', () => {
  it('cover the same positions as a brute-force search, with overlaps', () => {
    fc.assert(
      fc.property(word(0, 60), fc.array(word(8, 10), { maxLength: 5 }), (text, values) => {
        const found = Array.from(text, () => false);
        for (const { start, end } of new MaskedValues(values).find(text))
          found.fill(true, start, end);
        expect(found).toEqual(covered(text, values));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found in every encoding, without masking the text around them', () => {
    const secret = fc
      .string({ unit: fc.constantFrom('a', '"', '\\', '/', ' ', '%', '+', 'é', '☃', '🌍', '&') })
      // URLs drop dots, question marks and spaces at an end.
      .map((text) => `k3k3${text}y5y5`);
    fc.assert(
      fc.property(secret, fc.nat(encodings.length - 1), (value, which) => {
        const text = `<${encodings[which]?.(value) ?? ''}>`;
        expect(maskText(text, new Set([value]))).toBe('<***>');
      }),
      { numRuns: 2_000 },
    );
  });

  const streamed = (pieces: readonly string[], secrets: ReadonlySet<string>): string => {
    const stream = createMaskedStream(secrets);
    return pieces.map((one) => stream.push(one)).join('') + stream.end();
  };

  it('are masked in a stream of any pieces as in the whole text', () => {
    const pieces = fc.array(word(0, 8), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, fc.array(word(8, 10)), (cut, values) => {
        const secrets = new Set(values);
        expect(streamed(cut, secrets)).toBe(maskText(cut.join(''), secrets));
      }),
    );
  });

  it('are masked in a stream as in the whole text when a piece ends inside an escape', () => {
    const escape = fc.constantFrom('%61', '%', '\\', '\\u0061', '%C3', '%A9');
    const pieces = fc.array(fc.oneof(word(0, 8), escape), { maxLength: 20 });
    // Some values begin where an escape may end.
    const value = fc.oneof(
      word(8, 10),
      fc.tuple(escape, word(7, 8)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(pieces, fc.array(value), (cut, values) => {
        const secrets = new Set(values);
        expect(streamed(cut, secrets)).toBe(maskText(cut.join(''), secrets));
      }),
      {
        numRuns: 5_000,
        examples: [[['\\', '\\', '\\u0061', 'aaaa', 'bbb'], ['aaaaabbb']]],
      },
    );
  });

  it('are masked in a stream of a million characters of which each cut lies in a value', () => {
    // Its last backslash begins an escape with the first letter of the next one.
    const secret = 'aaaaaaa\\';
    const text = secret.repeat(125_000);
    expect(streamed([`${text}aaa`, 'b'], new Set([secret]))).toBe(`${'***'.repeat(125_000)}aaab`);
  });

  it('are found in 4.5 million characters that nearly repeat them', () => {
    const secret = `${'a'.repeat(7_000)}b${'a'.repeat(7_000)}`;
    const text = 'a'.repeat(4_500_000);
    expect(maskText(text, new Set([secret]))).toBe(text);
    expect(maskText(`${text}b${text}`, new Set([secret]))).toBe(
      `${'a'.repeat(4_493_000)}***${'a'.repeat(4_493_000)}`,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bootstrapKey, estimatedBits, weaknessOfKey } from './bootstrap-key.js';

const base62 = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const hex = Array.from('0123456789abcdef');
/** No bias towards edge cases: keys are random. */
const random = (alphabet: readonly string[], length: number): fc.Arbitrary<string> =>
  fc
    .noBias(fc.array(fc.nat(alphabet.length - 1), { minLength: length, maxLength: length }))
    .map((digits) => digits.map((digit) => alphabet[digit]).join(''));
const takes = (key: string): boolean =>
  bootstrapKey.safeParse(key).success && weaknessOfKey(key) === null;

describe('BOOTSTRAP_API_KEY', () => {
  it('accepts any key in our own format and 32 random bytes in hex', () => {
    fc.assert(fc.property(random(base62, 43), (text) => takes(`fl_${text}`)));
    fc.assert(fc.property(random(hex, 64), (text) => takes(`fl_${text}`)));
  });

  it('rejects a short text that is repeated 3 to 15 times', () => {
    fc.assert(
      fc.property(random(base62, 12), fc.integer({ min: 3, max: 15 }), (text, times) => {
        expect(takes(`fl_${text.repeat(times)}`)).toBe(false);
      }),
    );
  });

  it.each([
    'barsbarsbarsbarsbars',
    'a'.repeat(200),
    base62.join(''),
    '1234567890'.repeat(10),
    '0000000000000000000000000000000000000001',
    'password1password2password3password4',
  ])('calls a key weak that can be guessed: %s', (text) => {
    expect(weaknessOfKey(`fl_${text}`)).toMatch(/about \d+ bits, and 128 .*openssl rand -hex 32/);
  });

  it('accepts a weak key at the start of a process, which cannot know whether it is stored', () => {
    expect(bootstrapKey.safeParse(`fl_${'a'.repeat(20)}`).success).toBe(true);
    expect(bootstrapKey.safeParse(`fl_${'a'.repeat(19)}`).success).toBe(false);
  });

  it('estimates no further bits for a repetition', () => {
    expect(estimatedBits('')).toBe(0);
    expect(estimatedBits('aaaa')).toBe(0);
    expect(estimatedBits('abab')).toBe(4);
    expect(estimatedBits('ababab')).toBe(4);
  });
});

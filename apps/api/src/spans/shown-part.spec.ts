import { describe, expect, it } from '@jest/globals';
import { encryptedField } from '@libs/execution';
import fc from 'fast-check';
import { shownPart } from './shown-part.js';

const bytesOf = (text: string): number => Buffer.byteLength(text);

describe('shownPart', () => {
  it('is the longest beginning within the bytes, and says when it is not all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 40 }),
        (value, max) => {
          const text = JSON.stringify(value);
          const part = shownPart(text, bytesOf(text), max);
          expect(text.startsWith(part?.text ?? 'no')).toBe(true);
          expect(bytesOf(part?.text ?? '')).toBeLessThanOrEqual(max);
          expect(bytesOf(part?.text ?? '') > max - 4 || part?.text === text).toBe(true);
          expect(part).toMatchObject({ truncated: part?.text !== text, sizeBytes: bytesOf(text) });
        },
      ),
    );
  });

  it('never shows an encrypted value, wherever the text was cut', () => {
    const text = `{"a": {"${encryptedField}": "c2VhbGVkLXNlY3JldA=="}, "b": 1}`;
    for (let length = 1; length <= text.length; length += 1) {
      const part = shownPart(text.slice(0, length), bytesOf(text), 1_000);
      expect(part?.text).not.toContain('c2Vh');
      expect(part?.truncated).toBe(length < text.length);
    }
  });

  it('is null without a payload', () => {
    expect(shownPart(null, null, 10)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeholderCode, placeholderMessage } from './placeholder-code.js';

describe('the code of a placeholder', () => {
  it('is known again, whatever the block was called', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (type, name) => {
        expect(placeholderMessage(placeholderCode(type, name))).toBe(
          `"${name}" (${type}) was not imported. Replace it by another block`,
        );
      }),
    );
  });

  it.each([
    'return 1;',
    'throw new Error("It failed");',
    `${placeholderCode('gmail', 'Mail')}\nreturn 1;`,
    `if (true) ${placeholderCode('gmail', 'Mail')}`,
    'throw new Error("\\x was not imported. Replace it by another block");',
  ])('is not %j', (code) => {
    expect(placeholderMessage(code)).toBeNull();
  });
});

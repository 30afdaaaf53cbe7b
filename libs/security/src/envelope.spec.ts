import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newDataKey, open, seal, SealError, unwrapKey, wrapKey } from './envelope.js';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof SealError) return error.code;
    throw error;
  }
  return 'opened';
};

describe('envelope encryption', () => {
  const key = newDataKey();

  it('opens any text that it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
        expect(open(key, seal(key, text, place), place)).toBe(
          Buffer.from(text, 'utf8').toString('utf8'),
        );
      }),
    );
  });

  it('seals the same text to different bytes each time', () => {
    expect(seal(key, 'same', 'place').equals(seal(key, 'same', 'place'))).toBe(false);
  });

  it('does not open in another place or with another key', () => {
    const sealed = seal(key, 'value', 'workspace-a:secret:TOKEN');
    expect(codeOf(() => open(key, sealed, 'workspace-b:secret:TOKEN'))).toBe('NOT_AUTHENTIC');
    expect(codeOf(() => open(newDataKey(), sealed, 'workspace-a:secret:TOKEN'))).toBe(
      'NOT_AUTHENTIC',
    );
  });

  it('does not open a value with a changed or missing byte', () => {
    const sealed = seal(key, 'value', 'place');
    for (let index = 0; index < sealed.length; index += 1) {
      const damaged = Buffer.from(sealed);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      expect(codeOf(() => open(key, damaged, 'place'))).not.toBe('opened');
      expect(codeOf(() => open(key, sealed.subarray(0, index), 'place'))).not.toBe('opened');
    }
  });

  it('reports an unknown version', () => {
    const sealed = seal(key, 'value', 'place');
    sealed[0] = 9;
    expect(codeOf(() => open(key, sealed, 'place'))).toBe('UNKNOWN_VERSION');
  });

  it('wraps data keys so that only the same master key unwraps them', () => {
    const [master, dataKey] = [newDataKey(), newDataKey()];
    const wrapped = wrapKey(master, dataKey);
    expect(unwrapKey(master, wrapped).equals(dataKey)).toBe(true);
    expect(codeOf(() => unwrapKey(newDataKey(), wrapped))).toBe('OTHER_MASTER_KEY');
  });
});

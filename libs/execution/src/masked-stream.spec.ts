import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMaskedStream } from './masked-stream.js';

function shown(pieces: readonly string[], secrets: readonly string[]): string {
  const stream = createMaskedStream(new Set(secrets));
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

describe('a masked stream', () => {
  it('masks a secret that is split into any pieces', () => {
    const text = 'the key is k3y-of-mine, and "q\\u00e9"';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
        expect(shown(pieces, ['k3y-of-mine'])).toBe(text.replace('k3y-of-mine', '***'));
      }),
    );
  });

  it('emits text at once if it can not start a secret', () => {
    const stream = createMaskedStream(new Set(['secretive']));
    expect(stream.push('a sec')).toBe('a ');
    expect(stream.push('ond')).toBe('second');
  });

  it('masks a short secret where it is the whole text', () => {
    expect(shown(['12', '3', '45'], ['12345'])).toBe('***');
    expect(shown(['12', '345', ' apples'], ['12345'])).toBe('12345 apples');
    expect(shown(['no ', '12345'], ['12345'])).toBe('no 12345');
  });

  it('changes nothing without secrets', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        expect(shown(pieces, [])).toBe(pieces.join(''));
      }),
    );
  });
});

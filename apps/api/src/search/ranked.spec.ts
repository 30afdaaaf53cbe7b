import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foundOf, ranked, shares } from './ranked.js';

describe('what a search found', () => {
  it('has matches at the beginning first, whatever their case', () => {
    const rows = ['Reorder', 'order b', 'Order a'].map((title) => ({ id: title, title }));
    expect(ranked(rows, 'ORDER').map(({ title }) => title)).toEqual([
      ...['Order a', 'order b', 'Reorder'],
    ]);
  });

  it('is shared: no list gets more than it has, and the answer is as full as it can be', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 6 }), fc.nat(40), (lengths, most) => {
        const taken = shares(lengths, most);
        const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
        expect(sum(taken)).toBe(Math.min(most, sum(lengths)));
        for (const [at, length] of lengths.entries()) {
          expect(taken[at]).toBeLessThanOrEqual(length);
          const fair = Math.floor(most / Math.max(1, lengths.length));
          expect(taken[at]).toBeGreaterThanOrEqual(Math.min(length, fair));
        }
      }),
    );
  });

  it('links to pages of its workspace', () => {
    expect(foundOf('secret', 'w1', { id: 'A_B', title: 'A_B' }).path).toBe(
      '/w/w1/secrets?name=A_B',
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { againOf, chosenPair, type Known } from './chosen-pair.js';

const known: Known = { versions: [12, 11, 10], deployed: 11, draftDiffers: true };
const unasked = { a: '', b: '' };

describe('the versions that are compared', () => {
  it.each([
    ['what runs with the draft', unasked, known, { a: 11, b: 'draft' }],
    [
      'the one before with what runs, where the draft is that',
      ...([unasked, { ...known, draftDiffers: false }] as const),
      { a: 10, b: 11 },
    ],
    [
      'the newest, where nothing runs',
      unasked,
      { ...known, deployed: null },
      { a: 12, b: 'draft' },
    ],
    [
      'nothing, before the first deployment',
      ...([unasked, { versions: [], deployed: null, draftDiffers: null }] as const),
      { a: null, b: 'draft' },
    ],
    ['those of the address', { a: 'draft', b: '3' }, known, { a: 'draft', b: 3 }],
    ['the usual ones for what is none', { a: '0', b: '-1' }, known, { a: 11, b: 'draft' }],
  ])('are %s', (_, asked, of, expected) => {
    expect(chosenPair(asked, of)).toEqual(expected);
  });
});

describe('the version to deploy again', () => {
  it.each([
    [{ a: 10, b: 11 } as const, 10],
    [{ a: 11, b: 12 } as const, 12],
    [{ a: 11, b: 'draft' } as const, null],
    [{ a: null, b: 'draft' } as const, null],
  ])('of %j is %s', (pair, expected) => {
    expect(againOf(pair, 11)).toBe(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import { noKeys, pressed } from './key-sequence.js';

const known = ['g e', 'g k', '?', 'mod k'];

/** `typed('g', 'e')`: one key each 100 ms. */
function typed(...keys: string[]): (string | null)[] {
  let state = noKeys;
  return keys.map((text, index) => {
    const hasModifier = text.startsWith('^');
    const press = { key: text.replace('^', ''), hasModifier, atMs: index * 100 };
    const next = pressed(state, press, known);
    state = next.state;
    return next.keys;
  });
}

describe('pressed keys', () => {
  it.each([
    [
      ['g', 'e'],
      [null, 'g e'],
    ],
    [
      ['g', 'g', 'k'],
      [null, null, 'g k'],
    ],
    [
      ['g', 'x', 'e'],
      [null, null, null],
    ],
    [['?'], ['?']],
    [['^k'], ['mod k']],
    [['k'], [null]],
    [
      ['g', '^k', 'e'],
      [null, 'mod k', null],
    ],
  ])('%j mean %j', (keys, expected) => {
    expect(typed(...keys)).toEqual(expected);
  });

  it('forgets the first key after a second', () => {
    const { state } = pressed(noKeys, { key: 'g', hasModifier: false, atMs: 0 }, known);
    const late = pressed(state, { key: 'e', hasModifier: false, atMs: 1_001 }, known);
    expect(late.keys).toBeNull();
  });
});

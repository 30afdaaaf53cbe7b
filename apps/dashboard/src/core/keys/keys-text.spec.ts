import { expect, it } from '@jest/globals';
import { keysText } from './keys-text.js';

it.each([
  ['mod k', false, 'Ctrl K'],
  ['mod k', true, 'Cmd K'],
  ['mod Shift Enter', false, 'Ctrl Shift Enter'],
  ['g e', false, 'g e'],
  ['?', true, '?'],
])('%j (Mac: %s) is written %j', (keys, isMac, text) => {
  expect(keysText(keys, isMac)).toBe(text);
});

import { expect, it } from '@jest/globals';
import { initialsOf } from './initials.js';

it.each([
  ['ines.rocha@example.com', 'IR'],
  ['Ines Maria Rocha', 'IR'],
  ['owner@example.com', 'O'],
  ['Workspace key', 'WK'],
  ['@', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

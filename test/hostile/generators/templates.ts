/** Values that contain references. */
import fc from 'fast-check';
import { text } from '../recipe.js';
import { oddText } from './sizes.js';

/** The fields that every call sends, so that references of any workflow resolve. */
export const bodyFields = ['text', 'word', 'number', 'list', 'deep'] as const;

export const reference = fc.constantFrom(
  ...bodyFields.map((field) => `<hook.body.${field}>`),
  '<hook.body.text>',
  '<hook.body.text>',
  '<hook.body>',
  '<hook.query.q>',
  '<hook.headers>',
  '<hook.headers.x-odd>',
  '<hook.headers.authorization>',
);

const repeated = fc
  .tuple(reference, fc.constantFrom(1, 2, 10, 60, 540, 5_000))
  .map(([one, times]) => text([one, times]));

const wide = fc
  .tuple(repeated, fc.constantFrom(1, 3, 9, 100))
  .map(([one, fields]) =>
    Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, one])),
  );

export const templateValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: reference },
  { weight: 2, arbitrary: repeated },
  { weight: 2, arbitrary: wide },
  { weight: 1, arbitrary: fc.array(repeated, { maxLength: 4 }) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.json().map((json) => JSON.parse(json) as unknown) },
);

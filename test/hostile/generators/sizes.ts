/** Numbers and texts, weighted towards the extremes. */
import fc from 'fast-check';
import { text, type TextRecipe } from '../recipe.js';

const kib = 1_024;
const mib = kib * kib;

/**
 * Text sizes in a body: none, small, the limits of outputs (5 MB) and bodies (10 MiB), just above.
 */
export const bodySize = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 40, kib) },
  { weight: 2, arbitrary: fc.constantFrom(64 * kib, mib) },
  { weight: 3, arbitrary: fc.constantFrom(2_500_000, 4_500_000, 4_999_000) },
  { weight: 2, arbitrary: fc.constantFrom(8_000_000, 9_900_000) },
  { weight: 1, arbitrary: fc.constantFrom(5_000_001, 10 * mib + 1) },
);

/** Sizes of a search word: up to a header's capacity, and beyond. */
export const wordSize = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 2, 8) },
  { weight: 2, arbitrary: fc.constantFrom(6_000, 12_000, 24_000, 200_000) },
);

export const count = fc.constantFrom(0, 1, 2, 3, 10, 100, 1_000, 1_001, 10_000);

/** Mostly the same character, so that two texts of one call nearly match. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constant('a') },
  { weight: 1, arbitrary: fc.constantFrom('ab', '0', '"', '\\', 'é', '🌍', '<') },
);

/**
 * A repeated period, optionally with one different character in the middle: the worst case for
 * searches that restart.
 */
export const periodic = (size: fc.Arbitrary<number>): fc.Arbitrary<TextRecipe> =>
  fc.tuple(size, piece, fc.boolean()).map(([length, unit, isBroken]) => {
    const times = Math.floor(length / Buffer.byteLength(unit) / (isBroken ? 2 : 1));
    return isBroken ? text([unit, times], ['b', 1], [unit, times]) : text([unit, times]);
  });

export const oddText = fc.oneof(
  fc.constantFrom('', 'x', '🌍', '☃', 'é', '\u0000', '\r\nx: y', '\ud800', '\u2028', '%', '{}'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

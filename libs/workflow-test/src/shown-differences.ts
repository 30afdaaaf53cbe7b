/** Differences as an answer shows them: bounded, because a value may have megabytes. Pure. */
import type { Unmet } from './unmet.js';

export interface Difference extends Unmet {
  /** Whether `expected` or `got` is the beginning of its JSON text, in place of a large value. */
  readonly isCut: boolean;
}

const maxShown = 20;
const maxLength = 2_000;

function shown(value: unknown): { readonly value: unknown; readonly isCut: boolean } {
  const text = value === undefined ? '' : JSON.stringify(value);
  if (text.length <= maxLength) return { value: value ?? null, isCut: false };
  return { value: text.slice(0, maxLength).toWellFormed(), isCut: true };
}

/** The first ones. A value that is not there is null. */
export const shownDifferences = (unmet: readonly Unmet[]): Difference[] =>
  unmet.slice(0, maxShown).map(({ field, expected, got }) => {
    const [wanted, came] = [shown(expected), shown(got)];
    return {
      field,
      expected: wanted.value,
      got: came.value,
      isCut: wanted.isCut || came.isCut,
    };
  });

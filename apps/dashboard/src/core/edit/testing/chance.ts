/** Random choices from a seed, so that a failing case can be run again. */
export interface Chance {
  /** Below a limit. */
  below(limit: number): number;
  /** True in this share of cases. */
  happens(share: number): boolean;
  oneOf<Value>(values: readonly Value[]): Value;
}

/** Mulberry32. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    happens: (share) => next() < share,
    oneOf: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to choose from');
      return value;
    },
  };
}

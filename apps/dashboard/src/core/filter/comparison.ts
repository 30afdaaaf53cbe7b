/** `>5s` or `<0.01`: more or less than an amount. */
export interface Comparison {
  readonly isMore: boolean;
  readonly amount: number;
  readonly unit: string;
}

/** @param units that may follow the amount; an empty one: none is needed */
export function readComparison(text: string, units: readonly string[]): Comparison | null {
  const match = /^([<>])=?(\d{1,9}(?:\.\d{1,9})?)([a-z]*)$/.exec(text);
  if (match === null) return null;
  const [, sign, amount, unit = ''] = match;
  if (!units.includes(unit)) return null;
  return { isMore: sign === '>', amount: Number(amount), unit };
}

/** Two-sided 95 % quantiles of Student's t by degrees of freedom. */
const quantiles = { 9: 2.262, 11: 2.201, 14: 2.145, 19: 2.093, 29: 2.045 };

/** @returns the mean and its 95 % interval, of at least ten values */
export function intervalOf(values) {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const freedom = values.length - 1;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / freedom;
  // Between two entries the smaller one gives the wider interval.
  const t = Object.entries(quantiles).findLast(([least]) => Number(least) <= freedom)?.[1];
  if (t === undefined) throw new Error('at least ten pairs are needed for an interval');
  const margin = t * Math.sqrt(variance / values.length);
  return { mean, low: mean - margin, high: mean + margin };
}

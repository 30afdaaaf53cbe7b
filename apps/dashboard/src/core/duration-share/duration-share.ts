/** Where a duration ends on a bar whose tick is the 95th percentile. */
export interface DurationShare {
  /** Percent of the bar. */
  readonly share: number;
  readonly isSlow: boolean;
}

/** Percent of the bar: the tick has the same place in every row, so rows compare. */
const p95Share = 72;

/** @param p95Ms null: too few runs to know it */
export function durationShare(durationMs: number, p95Ms: number | null): DurationShare {
  if (p95Ms === null || p95Ms <= 0) return { share: 0, isSlow: false };
  const share = (Math.max(0, durationMs) / p95Ms) * p95Share;
  return { share: Math.min(100, share), isSlow: durationMs > p95Ms };
}

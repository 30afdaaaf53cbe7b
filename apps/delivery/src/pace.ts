/**
 * A rate limit by the generic cell rate algorithm: one number instead of a bucket. It allows bursts
 * of 100 ms worth, because its users are woken every 100 ms. Pure; times are monotonic ms.
 */
export interface Pace {
  maxPerSecond: number | null;
  /** When the next request would be exactly on time. */
  nextAt: number;
}

/** Unused time that a burst may make up for. */
const creditMs = 100;

export const paceOf = (maxPerSecond: number | null): Pace => ({ maxPerSecond, nextAt: 0 });

export const mayGo = ({ maxPerSecond, nextAt }: Pace, now: number): boolean =>
  maxPerSecond === null || now >= nextAt;

export function noteGone(pace: Pace, now: number): void {
  if (pace.maxPerSecond === null) return;
  pace.nextAt = Math.max(pace.nextAt, now - creditMs) + 1_000 / pace.maxPerSecond;
}

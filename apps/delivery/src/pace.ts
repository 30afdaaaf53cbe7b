/**
 * A rate limit as the generic cell rate algorithm: one number instead of a bucket. It lets through what 100 ms may hold at once,
 * because those who keep it are woken that often. Pure; times are monotonic ms.
 */
export interface Pace {
  maxPerSecond: number | null;
  /** When the next request would be exactly on time. */
  nextAt: number;
}

/** Unused time that may be made up for. */
const creditMs = 100;

export const paceOf = (maxPerSecond: number | null): Pace => ({ maxPerSecond, nextAt: 0 });

export const mayGo = ({ maxPerSecond, nextAt }: Pace, now: number): boolean =>
  maxPerSecond === null || now >= nextAt;

export function noteGone(pace: Pace, now: number): void {
  if (pace.maxPerSecond === null) return;
  pace.nextAt = Math.max(pace.nextAt, now - creditMs) + 1_000 / pace.maxPerSecond;
}

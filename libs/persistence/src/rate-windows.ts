/**
 * Names the windows of rate limits in the table rate_limit: one row per kind, id and clock minute.
 * With one row per minute, instances whose clocks differ can't end each other's windows.
 */

export const rateWindowMs = 60_000;

/**
 * By account: `logs`, `sync` and `async` executions, `bytes` of request bodies in KiB, and the part
 * of callers without a key (`-open`). `trigger`: by workflow. `address`: by account and network.
 */
export type RateWindowKind =
  | 'logs'
  | 'sync'
  | 'async'
  | 'bytes'
  | 'sync-open'
  | 'async-open'
  | 'bytes-open'
  | 'trigger'
  | 'address';

/** End of the clock minute that contains `nowMs`, epoch ms. */
export const rateWindowEndOf = (nowMs: number): number =>
  (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs;

export const rateWindowKey = (kind: RateWindowKind, id: string, endsAtMs: number): string =>
  `${kind}:${id}:${endsAtMs}`;

/** First day of the billing period (calendar month, UTC), as in `usage_period.period`. */
export const billingPeriodOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/**
 * How the windows of rate limits are named in the table rate_limit: one row per kind, account and clock minute. A row of its own
 * for each minute means that instances whose clocks differ can't end each other's windows.
 */

export const rateWindowMs = 60_000;

export type RateWindowKind = 'logs' | 'sync' | 'async';

/** The end of the clock minute that `nowMs` is in, milliseconds since the epoch. */
export const rateWindowEndOf = (nowMs: number): number =>
  (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs;

/** Key of the row that counts this window's points. */
export const rateWindowKey = (kind: RateWindowKind, accountId: string, endsAtMs: number): string =>
  `${kind}:${accountId}:${endsAtMs}`;

/** First day of the billing period (calendar month, UTC), as `usage_period.period` has it. */
export const billingPeriodOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/** Current rate limits and usage of accounts, for payloads that include them (spec 2.3). */
import type { Config } from '@libs/config';
import type { PayloadExtras, RateLimitWindow } from '@libs/delivery';
import {
  type AccountLimits,
  billingPeriodOf,
  type Database,
  limitsOf,
  type Plan,
  rateWindowEndOf,
} from '@libs/persistence';
import { accountStandingSql } from './fan-out.sql.js';

interface StandingRow {
  id: string;
  plan: Plan;
  limits: AccountLimits;
  cost: number;
  sync_points: number | null;
  async_points: number | null;
}

export type AccountStanding = Pick<PayloadExtras, 'rateLimits' | 'usage'>;

function window(limit: number, used: number | null, endsAtMs: number): RateLimitWindow {
  return {
    limit,
    remaining: Math.max(0, limit - (used ?? 0)),
    resetAt: new Date(endsAtMs).toISOString(),
  };
}

function standingOf(row: StandingRow, config: Config, endsAtMs: number): AccountStanding {
  const limits = limitsOf(row.plan, row.limits, config);
  return {
    rateLimits: {
      sync: window(limits.syncExecutionsPerMinute, row.sync_points, endsAtMs),
      async: window(limits.asyncExecutionsPerMinute, row.async_points, endsAtMs),
    },
    usage: {
      currentPeriodCost: row.cost,
      limit: limits.usageLimitUsd,
      plan: row.plan,
      isExceeded: row.cost >= limits.usageLimitUsd,
    },
  };
}

/** By account id; a deleted account is absent. */
export async function readAccountStandings(
  pool: Database['pool'],
  config: Config,
  accountIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, AccountStanding>> {
  const endsAtMs = rateWindowEndOf(nowMs);
  const { rows } = await pool.query<StandingRow>({
    name: 'account-standing',
    text: accountStandingSql,
    values: [accountIds, billingPeriodOf(new Date(nowMs)), String(endsAtMs)],
  });
  return new Map(rows.map((row) => [row.id, standingOf(row, config, endsAtMs)]));
}

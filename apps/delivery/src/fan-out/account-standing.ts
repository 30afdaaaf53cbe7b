/** Rate limits and usage of accounts as of now, for payloads that include them (spec 2.3). */
import type { Config } from '@libs/config';
import type { PayloadExtras, RateLimitWindow } from '@libs/delivery';
import { type AccountLimits, type Database, limitsOf, type Plan } from '@libs/persistence';
import { accountStandingSql } from './fan-out.sql.js';

interface StandingRow {
  id: string;
  plan: Plan;
  limits: AccountLimits;
  cost: number;
  sync_points: number | null;
  sync_expire: number | null;
  async_points: number | null;
  async_expire: number | null;
}

export type AccountStanding = Pick<PayloadExtras, 'rateLimits' | 'usage'>;

/** A window lasts a minute; one nobody used yet would end a minute from now. */
const windowMs = 60_000;

function window(
  limit: number,
  used: number | null,
  endsAt: number | null,
  nowMs: number,
): RateLimitWindow {
  return {
    limit,
    remaining: Math.max(0, limit - (used ?? 0)),
    resetAt: new Date(endsAt ?? nowMs + windowMs).toISOString(),
  };
}

function standingOf(row: StandingRow, config: Config, nowMs: number): AccountStanding {
  const limits = limitsOf(row.plan, row.limits, config);
  return {
    rateLimits: {
      sync: window(limits.syncExecutionsPerMinute, row.sync_points, row.sync_expire, nowMs),
      async: window(limits.asyncExecutionsPerMinute, row.async_points, row.async_expire, nowMs),
    },
    usage: {
      currentPeriodCost: row.cost,
      limit: limits.usageLimitUsd,
      plan: row.plan,
      isExceeded: row.cost >= limits.usageLimitUsd,
    },
  };
}

/** By account id; an account that is gone is absent. */
export async function readAccountStandings(
  pool: Database['pool'],
  config: Config,
  accountIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, AccountStanding>> {
  const period = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  const { rows } = await pool.query<StandingRow>({
    name: 'account-standing',
    text: accountStandingSql,
    values: [accountIds, period, nowMs],
  });
  return new Map(rows.map((row) => [row.id, standingOf(row, config, nowMs)]));
}

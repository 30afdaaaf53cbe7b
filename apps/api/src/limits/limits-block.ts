/** The `limits` object of the logs interface, field for field as in spec 2.3. */
import type { Plan, PlanLimits } from '@libs/persistence';
import type { WindowState } from './leased-window.js';

export interface WindowBlock {
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601, UTC. */
  readonly resetAt: string;
}

export interface LimitsBlock {
  readonly workflowExecutionRateLimit: { readonly sync: WindowBlock; readonly async: WindowBlock };
  readonly usage: {
    /** USD in this calendar month (UTC). */
    readonly currentPeriodCost: number;
    readonly limit: number;
    readonly plan: Plan;
    readonly isExceeded: boolean;
  };
}

const windowBlock = ({ limit, remaining, resetAt }: WindowState): WindowBlock => ({
  limit,
  remaining,
  resetAt: resetAt.toISOString(),
});

export const limitsBlockOf = (of: {
  readonly plan: Plan;
  readonly limits: PlanLimits;
  readonly sync: WindowState;
  readonly async: WindowState;
  readonly currentPeriodCost: number;
}): LimitsBlock => ({
  workflowExecutionRateLimit: { sync: windowBlock(of.sync), async: windowBlock(of.async) },
  usage: {
    currentPeriodCost: of.currentPeriodCost,
    limit: of.limits.usageLimitUsd,
    plan: of.plan,
    isExceeded: of.currentPeriodCost >= of.limits.usageLimitUsd,
  },
});

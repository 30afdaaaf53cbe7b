import type { Plan, PlanLimits } from '@libs/persistence';
import type { WindowState } from './leased-window.js';
import type { LimitsBlock } from './limits.schemas.js';

const windowBlock = ({ limit, remaining, resetAt }: WindowState) => ({
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

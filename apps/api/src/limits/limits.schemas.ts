/** The `limits` object of the logs interface, field for field as in spec 2.3. */
import type { Plan, PlanLimits } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, type View } from '../http/answers.js';
import type { WindowState } from './leased-window.js';

const window = z.object({ limit: z.int(), remaining: z.int(), resetAt: instant });

export const usage = z.object({
  /** USD in this calendar month (UTC). */
  currentPeriodCost: z.number(),
  limit: z.number(),
  plan: z.enum(['free', 'pro', 'team', 'enterprise']),
  isExceeded: z.boolean(),
});

const exampleWindow = (limit: number) => ({
  limit,
  remaining: limit - 1,
  resetAt: '2026-11-21T10:01:00.000Z',
});
export const limitsExample = {
  workflowExecutionRateLimit: { sync: exampleWindow(25), async: exampleWindow(200) },
  usage: { currentPeriodCost: 1.25, limit: 20, plan: 'pro', isExceeded: false },
} as const;

export const limitsBlock = answer(
  'LimitsBlock',
  z.object({ workflowExecutionRateLimit: z.object({ sync: window, async: window }), usage }),
  limitsExample,
);
export type LimitsBlock = View<typeof limitsBlock>;

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

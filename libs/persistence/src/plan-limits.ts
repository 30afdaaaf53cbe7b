/**
 * What each plan may do: data, in one place. Logs interface from spec 8, executions from design.md section 7; `enterprise` comes
 * from configuration, and an account's own numbers win over its plan's.
 */
import type { Config } from '@libs/config';
import type { AccountLimits, Plan } from './entities/account.entity.js';

export interface PlanLimits {
  /** Calls of the logs interface per minute. */
  readonly logsPerMinute: number;
  readonly syncExecutionsPerMinute: number;
  readonly asyncExecutionsPerMinute: number;
  /** Cost in USD per calendar month (UTC). */
  readonly usageLimitUsd: number;
  /** Executions under way at a time, those that are paused not counted; null: any number. */
  readonly concurrentExecutions: number | null;
  /** Logs are kept for as many days at least; 0: for ever. */
  readonly logRetentionDays: number;
}

const fixedPlans: Readonly<
  Record<Exclude<Plan, 'enterprise'>, Omit<PlanLimits, 'logRetentionDays'>>
> = {
  free: {
    logsPerMinute: 10,
    syncExecutionsPerMinute: 10,
    asyncExecutionsPerMinute: 50,
    usageLimitUsd: 10,
    concurrentExecutions: 20,
  },
  pro: {
    logsPerMinute: 30,
    syncExecutionsPerMinute: 25,
    asyncExecutionsPerMinute: 200,
    usageLimitUsd: 20,
    concurrentExecutions: 50,
  },
  team: {
    logsPerMinute: 60,
    syncExecutionsPerMinute: 75,
    asyncExecutionsPerMinute: 500,
    usageLimitUsd: 40,
    concurrentExecutions: 200,
  },
};

/** The configured part; see docs/configuration.md. */
type EnterpriseConfig = Pick<
  Config,
  | 'FLOWLEDGER_LOGS_PER_MINUTE'
  | 'FLOWLEDGER_EXECUTIONS_PER_MINUTE'
  | 'FLOWLEDGER_CONCURRENT_EXECUTIONS'
  | 'FLOWLEDGER_LOG_RETENTION_DAYS'
>;

const planLimits = (plan: Plan, config: EnterpriseConfig): Omit<PlanLimits, 'logRetentionDays'> =>
  plan === 'enterprise'
    ? {
        logsPerMinute: config.FLOWLEDGER_LOGS_PER_MINUTE,
        syncExecutionsPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        asyncExecutionsPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        usageLimitUsd: 200,
        concurrentExecutions: config.FLOWLEDGER_CONCURRENT_EXECUTIONS ?? null,
      }
    : fixedPlans[plan];

/** The numbers in force for one account. */
export const limitsOf = (plan: Plan, own: AccountLimits, config: EnterpriseConfig): PlanLimits => ({
  ...planLimits(plan, config),
  logRetentionDays: config.FLOWLEDGER_LOG_RETENTION_DAYS[plan],
  ...own,
});

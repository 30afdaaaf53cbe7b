/**
 * The limits of each plan, as data in one place. The defaults of the logs interface are from spec
 * 8; those of `enterprise` have settings of their own. FLOWLEDGER_PLAN_LIMITS overrides the
 * defaults of every plan, and an account's own limits override its plan's.
 */
import type { Config, QuotaName, Quotas } from '@libs/config';
import type { AccountLimits, Plan } from './entities/account.entity.js';
import { quotasOfPlans } from './quota-defaults.js';

export interface PlanLimits extends Quotas {
  /** Calls of the logs interface per minute. */
  readonly logsPerMinute: number;
  readonly syncExecutionsPerMinute: number;
  readonly asyncExecutionsPerMinute: number;
  /** Cost in USD per calendar month (UTC). */
  readonly usageLimitUsd: number;
  /** Concurrent executions, without paused ones; null: no limit. */
  readonly concurrentExecutions: number | null;
  /** Executions that one execution may start, directly or through others. */
  readonly descendantsPerExecution: number;
  /** Variables of one workspace. */
  readonly variablesPerWorkspace: number;
  /** Part of executions and bytes, per minute and stored, for callers with an API key only. */
  readonly keyedPercent: number;
  /** Calls of one workflow's trigger URL per minute. */
  readonly triggerCallsPerMinute: number;
  /** Calls of the account's trigger URLs per minute from one address that proves no secret. */
  readonly triggerCallsPerAddressPerMinute: number;
  /** Largest body of a call of a trigger URL. */
  readonly triggerBodyBytes: number;
  /** Bodies of calls that start or resume executions, per minute; null: no limit. */
  readonly requestBytesPerMinute: number | null;
  /** Ledger records of the executions whose logs are kept; null: no limit. */
  readonly storedBytes: number | null;
  /** Logs are kept for at least this many days; 0: for ever. */
  readonly logRetentionDays: number;
}

const descendantsPerExecution = 10_000;
const keyedPercent = 20;
const [mebibyte, gibibyte] = [1024 ** 2, 1024 ** 3];

type OwnLimits = Omit<PlanLimits, 'logRetentionDays' | QuotaName>;

const defaults: Readonly<Record<Exclude<Plan, 'enterprise'>, OwnLimits>> = {
  free: {
    logsPerMinute: 10,
    syncExecutionsPerMinute: 10,
    asyncExecutionsPerMinute: 50,
    usageLimitUsd: 10,
    concurrentExecutions: 20,
    descendantsPerExecution,
    variablesPerWorkspace: 100,
    keyedPercent,
    triggerCallsPerMinute: 30,
    triggerCallsPerAddressPerMinute: 20,
    triggerBodyBytes: mebibyte,
    requestBytesPerMinute: 20 * mebibyte,
    storedBytes: gibibyte,
  },
  pro: {
    logsPerMinute: 30,
    syncExecutionsPerMinute: 25,
    asyncExecutionsPerMinute: 200,
    usageLimitUsd: 20,
    concurrentExecutions: 50,
    descendantsPerExecution,
    variablesPerWorkspace: 250,
    keyedPercent,
    triggerCallsPerMinute: 120,
    triggerCallsPerAddressPerMinute: 60,
    triggerBodyBytes: 5 * mebibyte,
    requestBytesPerMinute: 100 * mebibyte,
    storedBytes: 10 * gibibyte,
  },
  team: {
    logsPerMinute: 60,
    syncExecutionsPerMinute: 75,
    asyncExecutionsPerMinute: 500,
    usageLimitUsd: 40,
    concurrentExecutions: 200,
    descendantsPerExecution,
    variablesPerWorkspace: 500,
    keyedPercent,
    triggerCallsPerMinute: 300,
    triggerCallsPerAddressPerMinute: 150,
    triggerBodyBytes: 10 * mebibyte,
    requestBytesPerMinute: 500 * mebibyte,
    storedBytes: 100 * gibibyte,
  },
};

/** The configured part; see docs/reference/configuration.md. */
type PlanConfig = Pick<
  Config,
  | 'FLOWLEDGER_LOGS_PER_MINUTE'
  | 'FLOWLEDGER_EXECUTIONS_PER_MINUTE'
  | 'FLOWLEDGER_CONCURRENT_EXECUTIONS'
  | 'FLOWLEDGER_PLAN_LIMITS'
  | 'FLOWLEDGER_LOG_RETENTION_DAYS'
>;

const defaultLimits = (plan: Plan, config: PlanConfig): OwnLimits =>
  plan === 'enterprise'
    ? {
        logsPerMinute: config.FLOWLEDGER_LOGS_PER_MINUTE,
        syncExecutionsPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        asyncExecutionsPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        usageLimitUsd: 200,
        concurrentExecutions: config.FLOWLEDGER_CONCURRENT_EXECUTIONS ?? null,
        descendantsPerExecution,
        variablesPerWorkspace: 2_000,
        keyedPercent,
        triggerCallsPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        triggerCallsPerAddressPerMinute: config.FLOWLEDGER_EXECUTIONS_PER_MINUTE,
        triggerBodyBytes: 10 * mebibyte,
        requestBytesPerMinute: null,
        storedBytes: null,
      }
    : defaults[plan];

export const limitsOf = (plan: Plan, own: AccountLimits, config: PlanConfig): PlanLimits => ({
  ...quotasOfPlans[plan],
  ...defaultLimits(plan, config),
  ...config.FLOWLEDGER_PLAN_LIMITS[plan],
  logRetentionDays: config.FLOWLEDGER_LOG_RETENTION_DAYS[plan],
  ...own,
});

/**
 * Windows of rate limits, in the table rate_limit: one row per kind, id and clock minute. So
 * instances whose clocks differ can't end each other's windows.
 */
export const rateWindowMs = 60_000;

/**
 * By account: `logs`, `sync` and `async` executions, `bytes` of request bodies in KiB, and the part
 * of callers without a key (`-open`). `trigger`: by workflow. `address`: by account and network.
 * `operator`: of no account. `pages`: by person or key, for the dashboard's pages of logs.
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
  | 'address'
  | 'operator'
  | 'pages';

/** End of the clock minute that contains `nowMs`, epoch ms. */
export const rateWindowEndOf = (nowMs: number): number =>
  (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs;

export const rateWindowKey = (kind: RateWindowKind, id: string, endsAtMs: number): string =>
  `${kind}:${id}:${endsAtMs}`;

/** First day of the billing period (calendar month, UTC), as in `usage_period.period`. */
export const billingPeriodOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

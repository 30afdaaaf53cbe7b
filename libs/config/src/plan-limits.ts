/**
 * `FLOWLEDGER_PLAN_LIMITS`: limits by plan as JSON, `{"free":{"logsPerMinute":20}}`. A limit that
 * is not named keeps its default.
 */
import { z } from 'zod';
import { type QuotaName, quotaNames, type Quotas } from './quotas.js';

const planNames = ['free', 'pro', 'team', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** Limits that can be set per plan; log retention has its own setting. */
interface ConfiguredPlanLimits extends Partial<Quotas> {
  /** Calls of the logs interface per minute. */
  readonly logsPerMinute?: number;
  readonly syncExecutionsPerMinute?: number;
  readonly asyncExecutionsPerMinute?: number;
  /** Cost in USD per calendar month (UTC). */
  readonly usageLimitUsd?: number;
  /** Concurrent executions; null: no limit. */
  readonly concurrentExecutions?: number | null;
  /** Executions that one execution may start, directly or through others. */
  readonly descendantsPerExecution?: number;
  /** Variables of one workspace. */
  readonly variablesPerWorkspace?: number;
  /** Part of executions and bytes, per minute and stored, for callers with an API key only. */
  readonly keyedPercent?: number;
  /** Calls of one workflow's trigger URL per minute. */
  readonly triggerCallsPerMinute?: number;
  /** Calls of the account's trigger URLs per minute from one address that proves no secret. */
  readonly triggerCallsPerAddressPerMinute?: number;
  /** Largest body of a call of a trigger URL. */
  readonly triggerBodyBytes?: number;
  /** Bodies of calls that start or resume executions, per minute; null: no limit. */
  readonly requestBytesPerMinute?: number | null;
  /** Ledger records of the executions whose logs are kept; null: no limit. */
  readonly storedBytes?: number | null;
}

export type PlanLimitsSetting = Readonly<Partial<Record<PlanName, ConfiguredPlanLimits>>>;

/** Largest Postgres `integer`, the type that counts rate points and concurrency slots. */
const largestInteger = 2_147_483_647;
/** No request has a larger body. */
const largestBodyBytes = 10 * 1024 * 1024;

interface Allowed {
  readonly least: number;
  readonly most: number;
  readonly orNull: boolean;
}
const number: Allowed = { least: 0, most: largestInteger, orNull: false };
const bytes: Allowed = { least: 0, most: Number.MAX_SAFE_INTEGER, orNull: true };
const quotas = Object.fromEntries(quotaNames.map((name) => [name, number])) as Readonly<
  Record<QuotaName, Allowed>
>;
const allowed: Readonly<Record<keyof ConfiguredPlanLimits, Allowed>> = {
  logsPerMinute: number,
  syncExecutionsPerMinute: number,
  asyncExecutionsPerMinute: number,
  usageLimitUsd: number,
  // With 0, every execution would wait in line for ever.
  concurrentExecutions: { ...number, least: 1, orNull: true },
  descendantsPerExecution: number,
  variablesPerWorkspace: number,
  keyedPercent: { ...number, most: 100 },
  triggerCallsPerMinute: number,
  triggerCallsPerAddressPerMinute: number,
  triggerBodyBytes: { ...number, most: largestBodyBytes },
  requestBytesPerMinute: bytes,
  storedBytes: bytes,
  ...quotas,
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The limits that a plan, and so an account, can have. */
export const planLimitNames: readonly string[] = Object.keys(allowed);

/** What is wrong with the value of a limit in `planLimitNames`, without the place; or null. */
export function planLimitProblem(key: string, value: unknown): string | null {
  const { least, most, orNull } = allowed[key as keyof ConfiguredPlanLimits];
  if (orNull && value === null) return null;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return null;
  const range = `a whole number from ${least} to ${most}${orNull ? ', or null for any number' : ''}`;
  return `must be ${range}, not ${JSON.stringify(value)}`;
}

function problemOf(plan: string, key: string, value: unknown): string | null {
  if (!Object.hasOwn(allowed, key))
    return `${plan}.${key} is not known; a plan has ${planLimitNames.join(', ')}`;
  const problem = planLimitProblem(key, value);
  return problem === null ? null : `${plan}.${key} ${problem}`;
}

function problemsOf(setting: unknown): string[] {
  if (!isObject(setting))
    return ['must be a JSON object of plans, like {"free":{"logsPerMinute":20}}'];
  return Object.entries(setting).flatMap(([plan, numbers]) => {
    if (!planNames.some((name) => name === plan))
      return [`${plan} is not a plan; the plans are ${planNames.join(', ')}`];
    if (!isObject(numbers)) return [`${plan} must be an object, like {"logsPerMinute":20}`];
    return Object.entries(numbers).flatMap(([key, value]) => problemOf(plan, key, value) ?? []);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reports each wrong plan, key and number separately, with the allowed values. */
export const planLimitsSetting = z
  .string()
  .transform((text, context): PlanLimitsSetting => {
    const setting = parsed(text);
    for (const message of problemsOf(setting)) context.addIssue({ code: 'custom', message });
    return setting as PlanLimitsSetting;
  })
  .default({});

/** Accounts in requests and answers of the operator API. */
import {
  accountLimitNameProblem,
  accountLimitProblem,
  type AccountLimits,
  type Plan,
} from '@libs/persistence';
import { z } from 'zod';
import { apiKeyView, newKeyExample } from '../api-keys/api-key.schemas.js';
import { type SuspensionColumns, suspensionOf, suspensionView } from '../auth/suspension.js';
import { answer, instant, list, one, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';
import { usage } from '../limits/limits.schemas.js';
import { memberBody, suspension } from '../members/member.schemas.js';
import { workspaceBody } from '../workspaces/workspace.schemas.js';

const { plan } = usage.shape;
const { name } = workspaceBody.shape;

export const createAccountBody = z.strictObject({
  name,
  plan,
  /** Its first user, who owns the first workspace and gets the key. */
  owner: memberBody.pick({ email: true, name: true }),
  /** Default: the account's name. */
  workspaceName: name.optional(),
});
export type CreateAccountBody = z.output<typeof createAccountBody>;

export const planBody = z.strictObject({ plan });
export type PlanBody = z.output<typeof planBody>;

export const suspensionBody = z.strictObject({
  /** Shown to callers with a key of the account. */
  reason: z.string().trim().min(1).max(500),
});
export type SuspensionBody = z.output<typeof suspensionBody>;

/** More than there are limits, and few enough to compare each name with all of them. */
const mostLimits = 50;
const limitName = z.string().max(100);

export const limitsBody = z
  .strictObject({
    /** Limits of the account by name; they override those of its plan. */
    set: z.record(limitName, z.number().nullable()).default({}),
    /** Names of limits that follow the plan again. */
    clear: z.array(limitName).max(mostLimits).default([]),
  })
  .superRefine(({ set, clear }, context) => {
    const refuse = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const names = Object.keys(set);
    if (names.length > mostLimits) {
      refuse(['set'], `has ${names.length} limits; ${mostLimits} are allowed`);
      return;
    }
    if (names.length + clear.length === 0) refuse([], 'Name at least one limit in set or clear');
    for (const [key, value] of Object.entries(set)) {
      const problem = accountLimitProblem(key, value);
      if (problem !== null) refuse(['set', key], problem);
    }
    for (const [index, key] of clear.entries()) {
      const problem = accountLimitNameProblem(key);
      if (problem !== null) refuse(['clear', index], `"${key}" ${problem}`);
      else if (names.includes(key)) refuse(['clear', index], `${key} is also in set; choose one`);
    }
  });
export type LimitsBody = z.output<typeof limitsBody>;

export const accountsQuery = z.strictObject({
  ...pageParameters,
  suspended: z.enum(['true']).optional().meta({
    example: 'true',
    description: '`true`: only suspended accounts.',
  }),
});
export type AccountsParameters = z.output<typeof accountsQuery>;

export const usageQuery = z.strictObject({
  months: z.coerce
    .number()
    .int()
    .min(1)
    .max(120)
    .default(12)
    .meta({ example: 3, description: 'Months with usage, newest first.' }),
});
export type UsageParameters = z.output<typeof usageQuery>;

const limits = z.record(z.string(), z.number().nullable());

const accountView = z.object({
  id: z.string(),
  name: z.string(),
  plan,
  ownLimits: limits.describe("Limits that override the plan's."),
  suspension,
  createdAt: instant,
});
export type AccountView = View<typeof accountView>;

const workspace = z.object({ id: z.string(), name: z.string(), createdAt: instant });

const accountDetailView = accountView.extend({
  limits: limits.describe('The limits in force, by the configuration of the process that answers.'),
  currentPeriodCost: usage.shape.currentPeriodCost,
  storedBytes: z.int().describe('Ledger records of executions whose logs are kept.'),
  workspaces: z.array(workspace).describe('The oldest 100.'),
  recentActions: z
    .array(
      z.object({
        action: z.string(),
        occurredAt: instant,
        status: z.int().nullable().describe('Null: there was no answer.'),
        ip: z.string().describe('Empty: on the command line.'),
        userAgent: z.string().nullable(),
      }),
    )
    .describe('The last 10 changes by operators, newest first.'),
});
export type AccountDetailView = View<typeof accountDetailView>;

const createdAccountView = accountView.extend({
  workspace,
  owner: z.object({ userId: z.string(), email: z.string(), name: z.string() }),
  apiKey: apiKeyView,
});
export type CreatedAccountView = View<typeof createdAccountView>;

const monthView = z.object({
  periodStart: z.string().describe('First day of the calendar month (UTC).'),
  cost: z.number().describe('USD.'),
  executions: z.int().nullable().describe('Ended executions; null: not counted then.'),
  tokens: z
    .object({ prompt: z.int(), completion: z.int(), total: z.int() })
    .nullable()
    .describe('Of language models; null: not counted then.'),
});
export type MonthView = View<typeof monthView>;

const example: z.input<typeof accountView> = {
  id: exampleIds.account,
  name: 'Acme',
  plan: 'pro',
  ownLimits: { logsPerMinute: 120 },
  suspension: { since: updatedAt, reason: 'Unpaid invoices' },
  createdAt,
};
const exampleWorkspace = { id: exampleIds.workspace, name: 'Acme', createdAt };
const action = {
  ...{ action: 'suspendAccount', occurredAt: updatedAt, status: 200 },
  ...{ ip: '203.0.113.7', userAgent: 'curl/8.10.1' },
};

export const accountAnswer = answer('AccountAnswer', one(accountView), { data: example });
export const accountPage = answer('AccountPage', page(accountView), { data: [example] });
export const accountDetailAnswer = answer('AccountDetailAnswer', one(accountDetailView), {
  data: {
    ...example,
    limits: { logsPerMinute: 120, concurrentExecutions: 50 },
    currentPeriodCost: 1.25,
    storedBytes: 52_428_800,
    workspaces: [exampleWorkspace],
    recentActions: [action],
  },
});
export const createdAccountAnswer = answer('CreatedAccountAnswer', one(createdAccountView), {
  data: {
    ...{ ...example, ownLimits: {}, suspension: null, workspace: exampleWorkspace },
    owner: { userId: exampleIds.user, email: 'ada@example.com', name: 'Ada' },
    apiKey: newKeyExample,
  },
});
export const accountUsageAnswer = answer('AccountUsageAnswer', list(monthView), {
  data: [
    {
      periodStart: '2026-11-01',
      cost: 1.25,
      executions: 480,
      tokens: { prompt: 1_200, completion: 400, total: 1_600 },
    },
  ],
});

export interface AccountRow extends SuspensionColumns {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly limits: AccountLimits;
  readonly created_at: Date;
}

export const viewOf = (row: AccountRow): AccountView => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  ownLimits: { ...row.limits },
  suspension: suspensionView(suspensionOf(row)),
  createdAt: row.created_at.toISOString(),
});

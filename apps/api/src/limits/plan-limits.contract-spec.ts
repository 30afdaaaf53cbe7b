/**
 * FLOWLEDGER_PLAN_LIMITS, from the environment to the limits that callers see. Nothing runs, so
 * waiting callers get 202.
 */
import { describe, expect, it } from '@jest/globals';
import { createLimitedWorkflow, withTimeInWindow } from '../testing/limited-workflow.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';

const api = openTestApi({
  env: {
    FLOWLEDGER_SYNC_TIMEOUT_MS: '50',
    FLOWLEDGER_LOGS_PER_MINUTE: '500',
    FLOWLEDGER_PLAN_LIMITS: JSON.stringify({
      team: { logsPerMinute: 2, syncExecutionsPerMinute: 1, usageLimitUsd: 4 },
      enterprise: { logsPerMinute: 3 },
    }),
  },
});

const statusesOf = async (
  calls: number,
  call: () => Promise<{ readonly status: number }>,
): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < calls; n += 1) statuses.push((await call()).status);
  return statuses;
};
const limitsOfAnswer = ({ headers, body }: Answer<'listLogs'>): unknown => ({
  logs: headers['x-ratelimit-limit'],
  sync: body.limits.workflowExecutionRateLimit.sync.limit,
  async: body.limits.workflowExecutionRateLimit.async.limit,
  usage: body.limits.usage.limit,
});

describe('the numbers of a plan in FLOWLEDGER_PLAN_LIMITS', () => {
  it('are reported and enforced, and the other limits keep their defaults', async () => {
    const { execute, logs } = await createLimitedWorkflow(api, { plan: 'team' });
    await withTimeInWindow(15_000);
    expect(await statusesOf(2, execute)).toEqual([202, 429]);
    expect(limitsOfAnswer(await logs())).toEqual({ logs: '2', sync: 1, async: 500, usage: 4 });
    expect(await statusesOf(2, logs)).toEqual([200, 429]);
  });

  it('limit the usage of an account as well', async () => {
    const { accountId, execute, logs } = await createLimitedWorkflow(api, { plan: 'team' });
    await api.pool.query(
      `insert into usage_period (account_id, period, cost) values ($1, date_trunc('month', now() at time zone 'UTC')::date, 4)`,
      [accountId],
    );
    expect(await execute()).toMatchObject({ status: 402, body: { code: 'USAGE_EXCEEDED' } });
    expect((await logs()).body.limits.usage).toMatchObject({ limit: 4, isExceeded: true });
  });

  it('override the settings of the enterprise plan', async () => {
    const { logs } = await createLimitedWorkflow(api, { plan: 'enterprise' });
    expect(limitsOfAnswer(await logs())).toEqual({
      logs: '3',
      sync: 60_000,
      async: 60_000,
      usage: 200,
    });
  });

  it("are overridden by an account's own numbers", async () => {
    const own = { syncExecutionsPerMinute: 2 };
    const { execute, logs } = await createLimitedWorkflow(api, { plan: 'team', own });
    await withTimeInWindow(15_000);
    expect(await statusesOf(3, execute)).toEqual([202, 202, 429]);
    expect(limitsOfAnswer(await logs())).toEqual({ logs: '2', sync: 2, async: 500, usage: 4 });
  });
});

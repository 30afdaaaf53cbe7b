/** The operator API: accounts, their plans, limits and usage. */
import { describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { eventually } from '../../../../test/support/eventually.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';
import { storeBytes } from '../testing/stored-bytes.js';
import { createTenant } from '../testing/test-database.js';

const operatorKey = `flo_${newApiKey().slice(3)}`;
const api = openTestApi({ env: { FLOWLEDGER_OPERATOR_KEY: operatorKey } });

const operate = <Of = Refusal>(
  method: HttpMethod,
  path: string,
  body?: object,
): Promise<Answer<Of>> =>
  api.request(method, `/api/v1/operator/accounts${path}`, {
    headers: { 'x-operator-key': operatorKey },
    ...(body && { body }),
  });

const acme = { name: 'Acme', plan: 'pro', owner: { email: 'Ada@Example.com', name: 'Ada' } };

describe('creating an account', () => {
  it('gives its owner a workspace and a key with every right of an owner', async () => {
    const made = await operate<'createAccount'>('POST', '', { ...acme, workspaceName: 'Orders' });
    expect(made.status).toBe(201);
    const { id, workspace, owner, apiKey } = made.body.data;
    expect(made.body.data).toMatchObject({
      ...{ name: 'Acme', plan: 'pro', ownLimits: {}, suspension: null },
      workspace: { name: 'Orders' },
      owner: { email: 'ada@example.com', name: 'Ada' },
      apiKey: { workspaceId: workspace.id, userId: owner.userId, role: null },
    });
    const { key } = apiKey;
    const me = await api.call<'getCaller'>('GET', 'me', { key });
    expect(me.body.data).toMatchObject({ accountId: id, role: 'owner', plan: 'pro' });
    const secret = await api.call('PUT', `workspaces/${workspace.id}/secrets/A`, {
      ...{ key, body: { value: 'a-secret' } },
    });
    expect(secret.status).toBe(200);
    const other = `workspaces/${api.tenant.workspaceId}/secrets`;
    expect((await api.call('GET', other, { key })).status).toBe(404);
  });

  it('names a field that is missing or unknown, and creates nothing', async () => {
    const count = async (): Promise<unknown> =>
      (await api.pool.query('select count(*) as n from account')).rows[0];
    const before = await count();
    for (const [body, field] of [
      [{ ...acme, plan: 'gold' }, 'plan'],
      [{ ...acme, owner: { email: 'nobody' } }, 'owner.email'],
      [{ ...acme, name: ' ' }, 'name'],
      [{ ...acme, limits: {} }, 'limits'],
    ] as const) {
      const refused = await operate('POST', '', body);
      expect([refused.status, refused.body.details[0]?.field]).toEqual([422, field]);
    }
    expect(await count()).toEqual(before);
  });
});

describe('accounts', () => {
  it('are listed in pages, newest first, or only the suspended ones', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const made = await operate<'createAccount'>('POST', '', { ...acme, name: `Page ${n}` });
      ids.unshift(made.body.data.id);
    }
    const first = await operate<'listAccounts'>('GET', '?limit=2');
    expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const cursor = encodeURIComponent(first.body.nextCursor ?? '');
    const second = await operate<'listAccounts'>('GET', `?limit=1&cursor=${cursor}`);
    expect(second.body.data.map(({ id }) => id)).toEqual(ids.slice(2));
    await operate('POST', `/${ids[1]}/suspend`, { reason: 'Unpaid' });
    const suspended = await operate<'listAccounts'>('GET', '?suspended=true');
    expect(suspended.body.data).toMatchObject([
      { id: ids[1], suspension: { reason: 'Unpaid', since: expect.any(String) } },
    ]);
    const foreign = await operate('GET', `?suspended=true&cursor=${cursor}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('are found by their id or that of a workspace, with the limits in force and audit records', async () => {
    const tenant = await createTenant(api, { plan: 'pro' });
    const { accountId, workspaceId } = tenant;
    await storeBytes(api.pool, tenant, 7);
    await operate('PATCH', `/${accountId}/limits`, { set: { logsPerMinute: 120 } });
    for (const id of [accountId, workspaceId, workspaceId.toUpperCase()]) {
      const { body } = await operate<'getAccount'>('GET', `/${id}`);
      expect(body.data).toMatchObject({
        ...{ id: accountId, plan: 'pro', ownLimits: { logsPerMinute: 120 }, currentPeriodCost: 0 },
        limits: { logsPerMinute: 120, syncExecutionsPerMinute: 25, concurrentExecutions: 50 },
        workspaces: [{ id: workspaceId }],
        recentActions: [{ action: 'changeAccountLimits', status: 200, ip: '127.0.0.1' }],
        storedBytes: 7,
      });
    }
    for (const id of ['00000000-0000-7000-8000-00000000beef', 'x', "'--"])
      expect((await operate('GET', `/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  it('cannot be changed by the id of a workspace, so that nobody suspends more than they mean', async () => {
    const { accountId, workspaceId } = await createTenant(api);
    const refused = await operate('POST', `/${workspaceId}/suspend`, { reason: 'x' });
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
    const { body } = await operate<'getAccount'>('GET', `/${accountId}`);
    expect(body.data.suspension).toBeNull();
  });
});

describe('plans and limits', () => {
  it('take effect in another process without a restart', async () => {
    const elsewhere = await api.another();
    const { accountId, apiKey: key } = await createTenant(api, { plan: 'free' });
    const limit = async (): Promise<number> => {
      const usage = await elsewhere.request<'getUsage'>('GET', '/api/v1/usage', { key });
      return usage.body.limits.workflowExecutionRateLimit.async.limit;
    };
    expect(await limit()).toBe(50);
    const set = await operate<'setAccountPlan'>('PUT', `/${accountId}/plan`, { plan: 'team' });
    expect(set.body.data.plan).toBe('team');
    await eventually('the limit of the plan', async () => (await limit()) === 500);
    await operate('PATCH', `/${accountId}/limits`, { set: { asyncExecutionsPerMinute: 7 } });
    await eventually("the account's own limit", async () => (await limit()) === 7);
    await operate('PATCH', `/${accountId}/limits`, { clear: ['asyncExecutionsPerMinute'] });
    await eventually('the limit of the plan again', async () => (await limit()) === 500);
  });

  it('change by name: other limits stay, and two changes at once both hold', async () => {
    const { accountId } = await createTenant(api);
    const change = (body: object) =>
      operate<'changeAccountLimits'>('PATCH', `/${accountId}/limits`, body);
    await Promise.all([
      change({ set: { logsPerMinute: 1, concurrentExecutions: null } }),
      change({ set: { usageLimitUsd: 2, logRetentionDays: 30 } }),
    ]);
    const { body } = await change({ set: { logsPerMinute: 3 }, clear: ['usageLimitUsd'] });
    expect(body.data.ownLimits).toEqual({
      ...{ logsPerMinute: 3, concurrentExecutions: null, logRetentionDays: 30 },
    });
  });

  it.each([
    [{ set: { logsPerMinutes: 1 } }, 'set.logsPerMinutes', /did you mean "logsPerMinute"\?/],
    [{ set: { logsPerMinute: -1 } }, 'set.logsPerMinute', /from 0 to 2147483647, not -1/],
    [{ set: { usageLimitUsd: null } }, 'set.usageLimitUsd', /not null/],
    [{ set: { logsPerMinute: '7' } }, 'set.logsPerMinute', /number/],
    [{ clear: ['nonsense'] }, 'clear[0]', /"nonsense" is not known\. The limits are /],
    [{ set: { logsPerMinute: 1 }, clear: ['logsPerMinute'] }, 'clear[0]', /choose one/],
    [{}, '', /at least one limit/],
    [
      { set: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`l${n}`, 1])) },
      ...(['set', /51 limits; 50 are allowed/] as const),
    ],
  ])('refuse %j by the place', async (body, field, message) => {
    const { accountId } = await createTenant(api);
    const refused = await operate('PATCH', `/${accountId}/limits`, body);
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(refused.body.details[0]).toEqual({ field, message: expect.stringMatching(message) });
    const { rows } = await api.pool.query('select limits from account where id = $1', [accountId]);
    expect(rows).toEqual([{ limits: {} }]);
  });
});

describe('usage by month', () => {
  it('has cost, executions and tokens, newest first, and says which months were not counted', async () => {
    const { accountId } = await createTenant(api);
    await api.pool.query(
      `insert into usage_period (account_id, period, cost) values ($1, '2026-09-01', 3), ($1, '2026-10-01', 1.5)`,
      [accountId],
    );
    await api.pool.query(
      `insert into execution_usage (account_id, period, partition, executions, prompt_tokens, completion_tokens)
       values ($1, '2026-10-01', 0, 4, 10, 5), ($1, '2026-10-01', 7, 1, 2, 0), ($1, '2026-11-01', 0, 9, 0, 0)`,
      [accountId],
    );
    const months = [
      {
        ...{ periodStart: '2026-11-01', cost: 0, executions: 9 },
        tokens: { prompt: 0, completion: 0, total: 0 },
      },
      {
        ...{ periodStart: '2026-10-01', cost: 1.5, executions: 5 },
        tokens: { prompt: 12, completion: 5, total: 17 },
      },
      { periodStart: '2026-09-01', cost: 3, executions: null, tokens: null },
    ];
    const all = await operate<'getAccountUsage'>('GET', `/${accountId}/usage`);
    expect(all.body.data).toEqual(months);
    const two = await operate<'getAccountUsage'>('GET', `/${accountId}/usage?months=2`);
    expect(two.body.data).toEqual(months.slice(0, 2));
    const unknown = await operate('GET', `/${api.tenant.workspaceId.replace(/^./, 'f')}/usage`);
    expect(unknown.status).toBe(404);
    for (const months of ['0', '121', 'x'])
      expect((await operate('GET', `/${accountId}/usage?months=${months}`)).status).toBe(400);
  });
});

/**
 * The specification's statements about the logs API, quoted by number
 * (scripts/spec-statements.mjs).
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import type { Plan } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { limitsBlock as limitsShape } from '../limits/limits.schemas.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';
import { type Answer, type Refusal, validDefinition } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openLogWorkspace();

const start = Date.UTC(2026, 4, 1);
/** Ten logs, one minute apart, oldest first. */
const executionIds = Array.from({ length: 10 }, () => randomUUID());

const get = <Of = Refusal>(
  path: string,
  key: string | undefined = api.tenant.apiKey,
): Promise<Answer<Of>> => api.request('GET', path, { key });
const { list } = api;
const idsOf = ({ body }: Answer<'listLogs'>): string[] =>
  body.data.map(({ executionId }) => executionId);

beforeAll(async () => {
  for (const [n, executionId] of executionIds.entries())
    await insertLogRow(
      api,
      { ...api.tenant, workflowId: api.workflowId },
      { executionId, startedAt: start + n * 60_000 },
    );
});

describe('GET /logs', () => {
  it('spec 4.1.2: requires workspaceId and answers 404 for an unknown one', async () => {
    expect((await list()).status).toBe(200);
    expect((await get('/api/v1/logs')).status).toBe(400);
    expect((await get(`/api/v1/logs?workspaceId=${randomUUID()}`)).status).toBe(404);
  });

  it('spec 4.1.3: applies startDate as lower bound, also with an offset from UTC', async () => {
    const expected = executionIds.slice(4).toReversed();
    expect(idsOf(await list({ startDate: '2026-05-01T00:04:00.000Z' }))).toEqual(expected);
    expect(idsOf(await list({ startDate: '2026-05-01T02:04:00+02:00' }))).toEqual(expected);
  });

  it('spec 4.1.4: returns the oldest logs first with order=asc', async () => {
    expect(idsOf(await list({ order: 'asc' }))).toEqual(executionIds);
  });

  it('spec 4.1.5: returns as many logs as "limit" says and refuses an invalid limit', async () => {
    expect(idsOf(await list({ limit: '3' }))).toHaveLength(3);
    for (const limit of ['0', '1001', '2.5', 'ten', ''])
      expect((await list({ limit })).status).toBe(400);
  });

  it('spec 4.1.7: returns data, limits, and nextCursor only before a further page', async () => {
    const first = await list({ limit: '9' });
    expect(Object.keys(first.body).sort()).toEqual(['data', 'limits', 'nextCursor']);
    expect(first.body.nextCursor).toEqual(expect.any(String));
    const last = await list({ limit: '9', cursor: first.body.nextCursor ?? '' });
    expect(Object.keys(last.body).sort()).toEqual(['data', 'limits']);
    expect([...idsOf(first), ...idsOf(last)].sort()).toEqual(executionIds.toSorted());
    // A page that is exactly full is also the last.
    expect((await list({ limit: '10' })).body.nextCursor).toBeUndefined();
  });

  it('spec 4.1.8: supports polling with order=asc and startDate, then nextCursor', async () => {
    const polled: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer<'listLogs'> = await list({
        order: 'asc',
        startDate: '2026-05-01T00:02:00Z',
        limit: '3',
        ...(cursor !== undefined && { cursor }),
      });
      polled.push(...idsOf(page));
      cursor = page.body.nextCursor;
    } while (cursor !== undefined);
    expect(polled).toEqual(executionIds.slice(2));
  });
});

describe('the detail routes', () => {
  it('spec 4.2 and 4.3: answer at the paths of event links, with and without /api', async () => {
    const [executionId] = executionIds as [string];
    for (const prefix of ['/v1', '/api/v1']) {
      const log = await get<'getLog'>(`${prefix}/logs/${logIdOf(executionId)}`);
      expect(log.body.data).toMatchObject({ id: logIdOf(executionId), executionId });
      const execution = await get(`${prefix}/logs/executions/${executionId}`);
      expect(execution.body).toMatchObject({
        executionId,
        workflowState: validDefinition('logged'),
      });
    }
  });
});

describe('every response of the logs API', () => {
  const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

  it('spec 2.3.11, 8.9, 8.10, 8.11: has limits and headers if the key is known', async () => {
    const [executionId] = executionIds as [string];
    const noScope = await createTenant(api, { scopes: ['workflows:run'] });
    const own = `workspaceId=${api.tenant.workspaceId}`;
    const asked: [number, Answer<object>][] = [
      [200, await list()],
      [200, await get(`/api/v1/logs/tail?${own}`)],
      [200, await get(`/v1/logs/${logIdOf(executionId)}`)],
      [200, await get(`/v1/logs/executions/${executionId}`)],
      [400, await list({ order: 'sideways' })],
      [400, await list({ cursor: 'x' })],
      [400, await get(`/api/v1/logs/export?${own}&format=xml`)],
      [403, await get(`/api/v1/logs?${own}`, noScope.apiKey)],
      [404, await get('/v1/logs/x')],
      [404, await get(`/v1/logs/executions/${randomUUID()}`)],
    ];
    for (const [status, answer] of asked) {
      expect(answer.status).toBe(status);
      expect(
        limitsShape.safeParse(Reflect.get(answer.body, 'limits')).error?.issues,
      ).toBeUndefined();
      const [limit, remaining] = rateHeaders.map((name) => Number(answer.headers[name]));
      expect(limit).toBeGreaterThan(0);
      expect(remaining).toBeLessThanOrEqual(limit!);
      const reset = String(answer.headers['x-ratelimit-reset']);
      expect(new Date(reset).toISOString()).toBe(reset);
    }
  });

  it('has no limits when no account is known, and for a method that a path does not have', async () => {
    const path = `/api/v1/logs?workspaceId=${api.tenant.workspaceId}`;
    const unknown = await get(path, 'fl_wrong');
    const posted = await api.request('POST', path, { key: api.tenant.apiKey, body: {} });
    expect([unknown.status, posted.status]).toEqual([401, 405]);
    for (const { body } of [unknown, posted]) expect(body).not.toHaveProperty('limits');
  });

  it('spec 7.1: is 429 with Retry-After, headers and limits over the plan limit', async () => {
    const free = await createTenant(api, { plan: 'free' satisfies Plan });
    const path = `/api/v1/logs?workspaceId=${free.workspaceId}`;
    let refused: Answer;
    // At most two windows: one may end during the calls.
    let calls = 0;
    do {
      refused = await get(path, free.apiKey);
      calls += 1;
    } while (refused.status === 200);
    expect(calls).toBeLessThanOrEqual(21);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' },
      body: { code: 'RATE_LIMITED', limits: { usage: { plan: 'free' } } },
    });
    const retryAfter = Number(refused.headers['retry-after']);
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true);
  });

  it('spec 7.3 and 7.4: reports an error with its status, code and message', async () => {
    const wrong: [number, string, Answer][] = [
      [401, 'MISSING_API_KEY', await api.request('GET', '/api/v1/logs')],
      [401, 'INVALID_API_KEY', await get('/api/v1/logs', 'fl_wrong')],
      [400, 'INVALID_PARAMETER', await list({ startDate: 'yesterday' })],
      [400, 'INVALID_PARAMETER', await list({ unknown: '1' })],
      [400, 'INVALID_CURSOR', await list({ cursor: 'bm9wZQ' })],
      [404, 'NOT_FOUND', await get(`/api/v1/logs/${randomUUID()}`)],
      [404, 'NOT_FOUND', await get(`/api/v1/logs/executions/${randomUUID()}`)],
    ];
    for (const [status, code, answer] of wrong)
      expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) } });
  });
});

describe('exceeded usage', () => {
  it('spec 2.3.10: refuses executions with 402, and logs stay readable and report it', async () => {
    const spender = await createTenant(api, { plan: 'free' });
    const key = spender.apiKey;
    const path = `spend-${randomUUID()}`;
    const workflowId = await api.deploy(validDefinition(path), key);
    await api.pool.query(
      `insert into usage_period (account_id, period, cost) values ($1, date_trunc('month', now() at time zone 'UTC')::date, 10)`,
      [spender.accountId],
    );
    for (const refused of [
      await api.call('POST', `workflows/${workflowId}/execute`, { key, body: {} }),
      await api.request('POST', await api.triggerPath(path, key), { body: {} }),
    ])
      expect(refused).toMatchObject({ status: 402, body: { code: 'USAGE_EXCEEDED' } });
    const logs = await get(`/api/v1/logs?workspaceId=${spender.workspaceId}`, key);
    expect(logs).toMatchObject({
      status: 200,
      body: { limits: { usage: { currentPeriodCost: 10, limit: 10, isExceeded: true } } },
    });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Answer, Refusal } from '../../testing/test-api.js';
import { createTenant } from '../../testing/test-database.js';
import { insertLogRow, type LogRowToInsert } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';

const api = openLogWorkspace();

const startOfDay = Date.UTC(2026, 0, 2);

const insertLog = (log: LogRowToInsert): Promise<void> =>
  insertLogRow(
    api,
    { ...api.tenant, workflowId: api.workflowId },
    { startedAt: startOfDay, ...log },
  );

const get = <Of = Refusal>(path: string, key = api.tenant.apiKey): Promise<Answer<Of>> =>
  api.request('GET', path, { key });
const { list, follow } = api;

/** Pairs share a start time to the millisecond. */
const paged = Array.from({ length: 25 }, (_, n) => ({
  executionId: randomUUID(),
  startedAt: startOfDay + Math.floor(n / 2) * 1_000,
  trigger: 'schedule',
}));

beforeAll(async () => {
  for (const log of paged) await insertLog(log);
});

describe('GET /logs', () => {
  it('spec 4.1.1 and 4.1.6: returns every log once along nextCursor, in both orders', async () => {
    const inOrder = [...paged].sort(
      (a, b) =>
        a.startedAt - b.startedAt || (logIdOf(a.executionId) < logIdOf(b.executionId) ? -1 : 1),
    );
    const ascending = inOrder.map(({ executionId }) => executionId);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.boolean(), async (limit, asc) => {
        const found = await follow({
          triggers: 'schedule',
          limit: String(limit),
          order: asc ? 'asc' : 'desc',
        });
        expect(found).toEqual(asc ? ascending : ascending.toReversed());
      }),
      { numRuns: 12 },
    );
  });

  it('returns the limits and the rate limit headers', async () => {
    const { body, headers } = await list({ limit: '1' });
    expect(body.limits).toMatchObject({
      workflowExecutionRateLimit: {
        sync: { limit: expect.any(Number) },
        async: { limit: expect.any(Number) },
      },
      usage: { plan: 'enterprise', isExceeded: false },
    });
    expect(headers).toMatchObject({
      'x-ratelimit-limit': expect.any(String),
      'x-ratelimit-remaining': expect.any(String),
      'x-ratelimit-reset': expect.any(String),
    });
  });

  it('returns the documented fields, and "error" only for a failed execution', async () => {
    const [fine, failed] = [randomUUID(), randomUUID()];
    const error = {
      code: 'HTTP_ERROR',
      message: 'no answer came',
      blockId: 'call',
      blockName: 'API',
    };
    await insertLog({ executionId: fine, cost: 0.5 });
    await insertLog({ executionId: failed, status: 'error', error });
    expect((await list({ executionId: fine })).body.data).toEqual([
      {
        id: logIdOf(fine),
        workflowId: api.workflowId,
        executionId: fine,
        deploymentVersion: 1,
        draft: false,
        status: 'success',
        level: 'info',
        trigger: 'webhook',
        startedAt: '2026-01-02T00:00:00.000Z',
        endedAt: '2026-01-02T00:00:00.025Z',
        totalDurationMs: 25,
        cost: { total: 0.5 },
        files: null,
        result: null,
        errorCode: null,
        errorBlock: null,
        fingerprint: null,
        parentExecutionId: null,
        rerunOf: null,
      },
    ]);
    expect((await list({ executionId: failed })).body.data[0]).toMatchObject({
      level: 'error',
      error,
    });
  });

  it('filters by cost, model, status, workflow, folder, start and duration', async () => {
    const [cheap, dear] = [randomUUID(), randomUUID()];
    await insertLog({ executionId: cheap, trigger: 'chat', cost: 1, models: ['small'] });
    await insertLog({
      executionId: dear,
      trigger: 'chat',
      cost: 9,
      models: ['small', 'large'],
      status: 'cancelled',
    });
    const chat = (query: Record<string, string>): Promise<string[]> =>
      follow({ triggers: 'chat', ...query });
    expect(await chat({ minCost: '2' })).toEqual([dear]);
    expect(await chat({ maxCost: '2' })).toEqual([cheap]);
    expect(await chat({ model: 'large' })).toEqual([dear]);
    expect(await chat({ status: 'cancelled' })).toEqual([dear]);
    expect(await chat({ workflowIds: randomUUID() })).toEqual([]);
    expect(await chat({ folderIds: 'none' })).toEqual([]);
    expect(await chat({ startDate: '2026-01-02T00:00:00.001Z' })).toEqual([]);
    expect((await chat({ minDurationMs: '25', maxDurationMs: '25' })).sort()).toEqual(
      [cheap, dear].sort(),
    );
  });

  it.each(['includeTraceSpans', 'includeFinalOutput'])(
    'implies details=full by %s',
    async (flag) => {
      const executionId = randomUUID();
      await insertLog({ executionId });
      const [entry] = (await list({ executionId, [flag]: 'true' })).body.data;
      expect(entry).toMatchObject({ workflow: { id: api.workflowId }, cost: { models: {} } });
    },
  );

  it('adds only the workflow and the full cost with details=full', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, cost: 2, models: ['small'] });
    const basic = (await list({ executionId, details: 'basic' })).body.data[0];
    expect(basic).toMatchObject({ cost: { total: 2 } });
    expect(basic).not.toHaveProperty('workflow');
    const tokens = { prompt: 1, completion: 2, total: 3 };
    expect((await list({ executionId, details: 'full' })).body.data[0]).toEqual({
      ...basic,
      workflow: { id: api.workflowId, name: 'Order intake', description: null, deleted: false },
      cost: {
        total: 2,
        tokens,
        models: { small: { input: 0.5, output: 1.5, total: 2, tokens } },
      },
    });
  });

  it('adds output, spans, workflow and full cost with the include parameters', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, cost: 2 });
    const { body } = await list({
      executionId,
      includeFinalOutput: 'true',
      includeTraceSpans: 'true',
    });
    expect(body.data[0]).toMatchObject({
      workflow: { id: api.workflowId, name: 'Order intake', deleted: false },
      cost: { total: 2, tokens: { total: 3 } },
      finalOutput: { ok: true },
      traceSpans: [{ id: 'hook', name: 'Webhook', type: 'webhook' }],
    });
  });

  it('refuses a missing or repeated parameter and a cursor of other filters', async () => {
    expect(await get('/api/v1/logs')).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_PARAMETER',
        error: expect.stringContaining('workspaceId: is required'),
      },
    });
    const page = await list({ triggers: 'schedule', limit: '1' });
    expect(await list({ cursor: page.body.nextCursor ?? '' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURSOR' },
    });
    const twice = await get(`/api/v1/logs?workspaceId=${api.tenant.workspaceId}&limit=1&limit=2`);
    expect(twice).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('limit: may be given only once') },
    });
  });

  it('hides the logs of other workspaces and requires a key with the scope', async () => {
    const stranger = await createTenant(api);
    expect(
      (await get(`/api/v1/logs?workspaceId=${api.tenant.workspaceId}`, stranger.apiKey)).status,
    ).toBe(404);
    const own = await get<'listLogs'>(
      `/api/v1/logs?workspaceId=${stranger.workspaceId}`,
      stranger.apiKey,
    );
    expect(own.body.data).toEqual([]);
    const [first] = paged;
    expect((await get(`/api/v1/logs/${logIdOf(first!.executionId)}`, stranger.apiKey)).status).toBe(
      404,
    );
    expect(
      (await get(`/api/v1/logs/executions/${first!.executionId}`, stranger.apiKey)).status,
    ).toBe(404);
    const noScope = await createTenant(api, { scopes: ['workflows:run'] });
    expect(
      (await get(`/api/v1/logs?workspaceId=${noScope.workspaceId}`, noScope.apiKey)).status,
    ).toBe(403);
    expect(
      (await api.request('GET', `/api/v1/logs?workspaceId=${api.tenant.workspaceId}`)).status,
    ).toBe(401);
  });
});

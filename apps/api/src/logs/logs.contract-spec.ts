import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import {
  type Answer,
  createTenant,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';
import { insertLogRow, type LogRowToInsert } from '../testing/log-rows.js';
import { type LogWorkspace, openLogWorkspace } from '../testing/log-workspace.js';

let world: LogWorkspace;
let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let workflowId: string;

const startOfDay = Date.UTC(2026, 0, 2);

const insertLog = (log: LogRowToInsert): Promise<void> =>
  insertLogRow(base.database, { ...tenant, workflowId }, { startedAt: startOfDay, ...log });

const get = (path: string, key = tenant.apiKey): Promise<Answer> =>
  api.request('GET', path, { key });
const list = (query: Record<string, string>): Promise<Answer> => world.list(query);

async function follow(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { body, status } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(status).toBe(200);
    ids.push(...(body.data as { executionId: string }[]).map(({ executionId }) => executionId));
    if (body.nextCursor === undefined) return ids;
    cursor = body.nextCursor as string;
  }
}

/** Started in pairs at the same millisecond. */
const paged = Array.from({ length: 25 }, (_, n) => ({
  executionId: randomUUID(),
  startedAt: startOfDay + Math.floor(n / 2) * 1_000,
  trigger: 'schedule',
}));

beforeAll(async () => {
  world = await openLogWorkspace();
  ({ base, api, tenant, workflowId } = world);
  for (const log of paged) await insertLog(log);
});
afterAll(() => world.close());

describe('GET /logs', () => {
  it('spec 4.1.1 and 4.1.6: gives every log exactly once while nextCursor is followed, in both orders, whatever the page size', async () => {
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

  it('carries limits and the headers of the rate limit', async () => {
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

  it('has the fields of an entry, and error only where there is one', async () => {
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
        workflowId,
        executionId: fine,
        deploymentVersion: 1,
        status: 'success',
        level: 'info',
        trigger: 'webhook',
        startedAt: '2026-01-02T00:00:00.000Z',
        endedAt: '2026-01-02T00:00:00.025Z',
        totalDurationMs: 25,
        cost: { total: 0.5 },
        files: null,
      },
    ]);
    expect((await list({ executionId: failed })).body.data[0]).toMatchObject({
      level: 'error',
      error,
    });
  });

  it('filters by what was asked', async () => {
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

  it('shows the workflow, the whole cost, output and spans when asked', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, cost: 2 });
    const { body } = await list({
      executionId,
      includeFinalOutput: 'true',
      includeTraceSpans: 'true',
    });
    expect(body.data[0]).toMatchObject({
      workflow: { id: workflowId, name: 'Order intake', deleted: false },
      cost: { total: 2, tokens: { total: 3 } },
      finalOutput: { ok: true },
      traceSpans: [{ id: 'hook', name: 'Webhook', type: 'webhook' }],
    });
  });

  it('refuses what it does not understand, and a cursor of other filters', async () => {
    expect(await get('/api/v1/logs')).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_PARAMETER',
        error: expect.stringContaining('workspaceId: is required'),
      },
    });
    const page = await list({ triggers: 'schedule', limit: '1' });
    expect(await list({ cursor: page.body.nextCursor as string })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURSOR' },
    });
    const twice = await get(`/api/v1/logs?workspaceId=${tenant.workspaceId}&limit=1&limit=2`);
    expect(twice).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('limit: may be given once only') },
    });
  });

  it('knows nothing of other workspaces', async () => {
    const stranger = await createTenant(base);
    expect(
      (await get(`/api/v1/logs?workspaceId=${tenant.workspaceId}`, stranger.apiKey)).status,
    ).toBe(404);
    const own = await get(`/api/v1/logs?workspaceId=${stranger.workspaceId}`, stranger.apiKey);
    expect(own.body.data).toEqual([]);
    const [first] = paged;
    expect((await get(`/api/v1/logs/${logIdOf(first!.executionId)}`, stranger.apiKey)).status).toBe(
      404,
    );
    expect(
      (await get(`/api/v1/logs/executions/${first!.executionId}`, stranger.apiKey)).status,
    ).toBe(404);
    const noScope = await createTenant(base, { scopes: ['workflows:run'] });
    expect(
      (await get(`/api/v1/logs?workspaceId=${noScope.workspaceId}`, noScope.apiKey)).status,
    ).toBe(403);
    expect(
      (await api.request('GET', `/api/v1/logs?workspaceId=${tenant.workspaceId}`)).status,
    ).toBe(401);
  });
});

describe('GET /logs/export', () => {
  it('streams every matching log once, in both formats, across its pages', async () => {
    const executionIds = Array.from({ length: 1_203 }, () => randomUUID());
    for (const executionId of executionIds) await insertLog({ executionId, trigger: 'manual' });
    const query = `workspaceId=${tenant.workspaceId}&triggers=manual`;
    const ndjson = await get(`/api/v1/logs/export?${query}`);
    expect(ndjson.headers['content-type']).toContain('application/x-ndjson');
    expect(ndjson.headers['x-ratelimit-limit']).toBeDefined();
    const lines = (ndjson.body as string).trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { executionId: string }).executionId);
    expect(ids.sort()).toEqual(executionIds.sort());
    const csv = await get(`/v1/logs/export?${query}&format=csv&order=asc`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect((csv.body as string).trimEnd().split('\r\n')).toHaveLength(1_204);
  }, 60_000);

  it('refuses what it can not give before it begins', async () => {
    const query = `workspaceId=${tenant.workspaceId}`;
    const status = async (more: string): Promise<number> =>
      (await get(`/api/v1/logs/export?${query}&${more}`)).status;
    expect(await status('format=xml')).toBe(400);
    expect(await status('format=csv&details=full')).toBe(400);
    expect(await status('limit=5')).toBe(400);
    expect((await get(`/api/v1/logs/export?workspaceId=${randomUUID()}`)).status).toBe(404);
  });
});

describe('details', () => {
  async function insertSpans(executionId: string): Promise<void> {
    await base.database.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
         ended_at, input, output, attempts)
       values ($1, 'done', '', 'Done', 'response', 'running', 4, $3, null, null, null, 1),
              ($1, 'call', '', 'API', 'api', 'success', 3, $2, $3, '{"url":"x"}', '{"status":200}', 2)`,
      [executionId, new Date(startOfDay + 1), new Date(startOfDay + 20)],
    );
    await base.database.pool.query(
      `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message,
         duration_ms, occurred_at, retry_at)
       values ($1, 2, 'call', '', 1, 503, 'HTTP_STATUS', 'unavailable', 5, $2, $2)`,
      [executionId, new Date(startOfDay + 5)],
    );
  }

  it('spec 4.3: shows a running execution with what has happened so far and the workflow state that runs', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await insertSpans(executionId);
    expect(await follow({ status: 'retrying', executionId })).toEqual([]);
    for (const prefix of ['/api/v1', '/v1']) {
      const { status, body } = await get(`${prefix}/logs/executions/${executionId}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        executionId,
        workflowId,
        workflowState: { blocks: [{ id: 'hook' }, { id: 'done' }] },
        executionMetadata: {
          trigger: 'webhook',
          status: 'running',
          level: 'info',
          startedAt: '2026-01-02T00:00:00.000Z',
          endedAt: null,
          totalDurationMs: null,
          cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
        },
        traceSpans: [
          {
            id: 'hook',
            name: 'Webhook',
            type: 'webhook',
            status: 'success',
            startedAt: '2026-01-02T00:00:00.000Z',
            output: { headers: { authorization: '[secret]' }, body: { id: 7 } },
          },
          {
            id: 'call',
            name: 'API',
            type: 'api',
            status: 'success',
            durationMs: 19,
            input: { url: 'x' },
            output: { status: 200 },
            attempts: [{ attemptNumber: 1, status: 503, errorCode: 'HTTP_STATUS' }],
            children: [
              {
                id: 'call#1',
                type: 'attempt',
                blockId: 'call',
                status: 'error',
                startedAt: '2026-01-02T00:00:00.000Z',
                endedAt: '2026-01-02T00:00:00.005Z',
                durationMs: 5,
                error: { code: 'HTTP_STATUS', status: 503 },
              },
              {
                id: 'call#2',
                status: 'success',
                startedAt: '2026-01-02T00:00:00.005Z',
                endedAt: '2026-01-02T00:00:00.020Z',
                error: null,
              },
            ],
          },
          { id: 'done', status: 'running', endedAt: null, durationMs: null, attempts: [] },
        ],
        limits: { usage: { plan: 'enterprise' } },
      });
    }
  });

  it('finds what is paused by its status', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await base.database.pool.query(
      `update execution_log set status = 'paused' where execution_id = $1`,
      [executionId],
    );
    expect(await follow({ status: 'paused' })).toEqual([executionId]);
    expect(await follow({ status: 'running', executionId })).toEqual([]);
    expect((await list({ executionId })).body.data[0]).toMatchObject({
      status: 'paused',
      endedAt: null,
    });
  });

  it('calls a running execution retrying while a block that failed is tried again', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await insertSpans(executionId);
    await base.database.pool.query(
      `update block_execution set status = 'running', ended_at = null where execution_id = $1 and block_id = 'call'`,
      [executionId],
    );
    expect((await list({ executionId })).body.data[0]).toMatchObject({ status: 'retrying' });
    expect(await follow({ status: 'retrying' })).toEqual([executionId]);
    expect(await follow({ status: 'running', executionId })).toEqual([]);
    expect(await follow({ status: 'paused', executionId })).toEqual([]);
    expect((await get(`/v1/logs/executions/${executionId}`)).body.executionMetadata.status).toBe(
      'retrying',
    );
  });

  it('spec 4.2: never shows what is encrypted in the ledger', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId });
    const { body } = await get(`/v1/logs/${logIdOf(executionId)}`);
    expect(body.data).toMatchObject({
      executionId,
      input: { headers: { authorization: '[secret]', accept: '*/*' }, body: { id: 7 } },
      finalOutput: { ok: true },
      traceSpans: [{ id: 'hook' }],
    });
    expect(JSON.stringify(body)).not.toContain('c2VhbGVk');
    expect(body.limits).toBeDefined();
  });

  it('waits a moment for a log that is being projected', async () => {
    const executionId = randomUUID();
    const asked = get(`/api/v1/logs/${logIdOf(executionId)}`);
    await insertLog({ executionId });
    expect((await asked).status).toBe(200);
  });

  it('answers 404 for what is no record', async () => {
    for (const path of [randomUUID(), 'x', `executions/${randomUUID()}`, 'executions/x']) {
      expect((await get(`/api/v1/logs/${path}`)).status).toBe(404);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { insertLogRow, type LogRowToInsert } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import type { Answer, Refusal } from '../../testing/test-api.js';

const api = openLogWorkspace();

const startOfDay = Date.UTC(2026, 0, 2);

const insertLog = (log: LogRowToInsert): Promise<void> =>
  insertLogRow(
    api,
    { ...api.tenant, workflowId: api.workflowId },
    { startedAt: startOfDay, ...log },
  );

const get = <Of = Refusal>(path: string): Promise<Answer<Of>> =>
  api.request('GET', path, { key: api.tenant.apiKey });
const { list, follow } = api;

describe('the logs API', () => {
  async function insertSpans(executionId: string): Promise<void> {
    await api.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
         ended_at, input, output, attempts)
       values ($1, 'done', '', 'Done', 'response', 'running', 4, $3, null, null, null, 1),
              ($1, 'call', '', 'API', 'api', 'success', 3, $2, $3, '{"url":"x"}', '{"status":200}', 2)`,
      [executionId, new Date(startOfDay + 1), new Date(startOfDay + 20)],
    );
    await api.pool.query(
      `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message,
         duration_ms, occurred_at, retry_at)
       values ($1, 2, 'call', '', 1, 503, 'HTTP_STATUS', 'unavailable', 5, $2, $2)`,
      [executionId, new Date(startOfDay + 5)],
    );
  }

  it('spec 4.3: shows the spans so far and the workflow state of a running execution', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await insertSpans(executionId);
    expect(await follow({ status: 'retrying', executionId })).toEqual([]);
    for (const prefix of ['/api/v1', '/v1']) {
      const { status, body } = await get(`${prefix}/logs/executions/${executionId}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        executionId,
        workflowId: api.workflowId,
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

  it('finds a paused execution by its status', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await api.pool.query(`update execution_log set status = 'paused' where execution_id = $1`, [
      executionId,
    ]);
    expect(await follow({ status: 'paused' })).toEqual([executionId]);
    expect(await follow({ status: 'running', executionId })).toEqual([]);
    expect((await list({ executionId })).body.data[0]).toMatchObject({
      status: 'paused',
      endedAt: null,
    });
  });

  it('shows the status "retrying" while a failed block is retried', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId, status: 'running' });
    await insertSpans(executionId);
    await api.pool.query(
      `update block_execution set status = 'running', ended_at = null where execution_id = $1 and block_id = 'call'`,
      [executionId],
    );
    expect((await list({ executionId })).body.data[0]).toMatchObject({ status: 'retrying' });
    expect(await follow({ status: 'retrying' })).toEqual([executionId]);
    expect(await follow({ status: 'running', executionId })).toEqual([]);
    expect(await follow({ status: 'paused', executionId })).toEqual([]);
    expect(
      (await get<'getExecutionLog'>(`/v1/logs/executions/${executionId}`)).body.executionMetadata
        .status,
    ).toBe('retrying');
    const polled = await get<'getExecution'>(`/api/v1/executions/${executionId}`);
    expect(polled.body.data.status).toBe('retrying');
  });

  it('spec 4.2: shows "[secret]" for a value that is encrypted in the ledger', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId });
    const { body } = await get<'getLog'>(`/v1/logs/${logIdOf(executionId)}`);
    expect(body.data).toMatchObject({
      executionId,
      input: { headers: { authorization: '[secret]', accept: '*/*' }, body: { id: 7 } },
      finalOutput: { ok: true },
      traceSpans: [{ id: 'hook' }],
    });
    expect(JSON.stringify(body)).not.toContain('c2VhbGVk');
    expect(body.limits).toBeDefined();
  });

  it('shows the error and the block of a failed execution, and the error in its span', async () => {
    const executionId = randomUUID();
    const error = { code: 'CONNECTION_REFUSED', message: 'No answer came' };
    const ofBlock = { ...error, blockId: 'call', blockName: 'API' };
    await insertLog({ executionId, status: 'error', error: ofBlock });
    await api.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
         ended_at, error)
       values ($1, 'call', '', 'API', 'api', 'error', 3, $2, $2, $3)`,
      [executionId, new Date(startOfDay + 1), error],
    );
    const traceSpans = [{ id: 'hook' }, { id: 'call', name: 'API', status: 'error', error }];
    expect((await get<'getLog'>(`/api/v1/logs/${logIdOf(executionId)}`)).body.data).toMatchObject({
      status: 'error',
      level: 'error',
      error: ofBlock,
      traceSpans,
    });
    expect((await get(`/api/v1/logs/executions/${executionId}`)).body).toMatchObject({
      executionMetadata: { status: 'error', level: 'error', error: ofBlock },
      traceSpans,
    });
  });

  it('shows an error without a block, and no error for a success', async () => {
    for (const [status, code] of [
      ['error', 'QUEUE_TIMEOUT'],
      ['error', 'INTERNAL_ERROR'],
      ['cancelled', 'SKIPPED'],
    ] as const) {
      const executionId = randomUUID();
      const error = { code, message: 'It did not run', blockId: null, blockName: null };
      await insertLog({ executionId, status, error });
      const log = await get<'getLog'>(`/api/v1/logs/${logIdOf(executionId)}`);
      expect(log.body.data).toMatchObject({ status, error });
      const execution = await get<'getExecutionLog'>(`/api/v1/logs/executions/${executionId}`);
      expect(execution.body.executionMetadata).toMatchObject({ status, error });
    }
    const fine = randomUUID();
    await insertLog({ executionId: fine });
    const { body } = await get<'getExecutionLog'>(`/api/v1/logs/executions/${fine}`);
    expect(body.executionMetadata).not.toHaveProperty('error');
  });

  it('leaves out inputs and outputs with payloads=none, and says where', async () => {
    const executionId = randomUUID();
    await insertLog({ executionId });
    await api.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
         ended_at, input, output)
       values ($1, 'call', '', 'API', 'api', 'success', 3, now(), now(), '{"large":"in"}', '{"large":"out"}'),
         ($1, 'wait', '', 'Wait', 'wait', 'success', 4, now(), now(), null, null)`,
      [executionId],
    );
    const log = await get<'getLog'>(`/api/v1/logs/${logIdOf(executionId)}?payloads=none`);
    expect(log.body.data).toMatchObject({ input: null, finalOutput: null });
    const { body } = await get<'getExecutionLog'>(
      `/api/v1/logs/executions/${executionId}?payloads=none`,
    );
    for (const spans of [log.body.data.traceSpans, body.traceSpans]) {
      expect(spans).toMatchObject([
        { id: 'hook', input: null, output: null, truncated: true },
        { id: 'call', status: 'success', input: null, output: null, truncated: true },
        { id: 'wait', truncated: false },
      ]);
    }
    expect((await get(`/api/v1/logs/${logIdOf(executionId)}?payloads=some`)).status).toBe(400);
  });

  it('waits for a log that is not projected yet', async () => {
    const executionId = randomUUID();
    const asked = get(`/api/v1/logs/${logIdOf(executionId)}`);
    await insertLog({ executionId });
    expect((await asked).status).toBe(200);
  });

  it('answers 404 for an unknown or invalid id', async () => {
    for (const path of [randomUUID(), 'x', `executions/${randomUUID()}`, 'executions/x']) {
      expect((await get(`/api/v1/logs/${path}`)).status).toBe(404);
    }
  });
});

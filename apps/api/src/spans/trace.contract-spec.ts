/** An execution to draw: small for ten thousand blocks, and the stream continues where it ends. */
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';
import { createTenant } from '../testing/test-database.js';

const api = openLogWorkspace();
const startedAt = Date.UTC(2026, 10, 21, 10);
const at = (ms: number): Date => new Date(startedAt + ms);

async function insertRun(status = 'error'): Promise<string> {
  const executionId = randomUUID();
  const error = {
    code: 'HTTP_STATUS',
    message: 'It answered 402',
    blockId: 'call',
    blockName: 'Call',
  };
  await insertLogRow(
    api,
    { ...api.tenant, workflowId: api.workflowId },
    {
      executionId,
      startedAt,
      status,
      models: ['m'],
      cost: 0.5,
      ...(status === 'error' && { error }),
    },
  );
  return executionId;
}

async function insertSpans(executionId: string): Promise<void> {
  const error = { code: 'HTTP_STATUS', message: 'm'.repeat(400) };
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
       ended_at, input, output, error, ports, attempts, cost)
     values ($1, 'check', 'each[0]', 'Check', 'condition', 'success', 3, $2, $3, null, '{}', null, '{yes}', 1, 0),
            ($1, 'call', '', 'Call', 'api', 'error', 5, $3, $4, '{"url":"x"}', '{"status":402}', $5, '{}', 2, 0.25),
            ($1, 'next', '', 'Next', 'api', 'running', 6, $4, null, null, null, null, '{}', 1, 0)`,
    [executionId, at(10), at(20), at(900), error],
  );
  await api.pool.query(
    `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message,
       duration_ms, occurred_at, retry_at)
     values ($1, 4, 'call', '', 1, 503, 'HTTP_STATUS', 'unavailable', 50, $2, $3)`,
    [executionId, at(70), at(570)],
  );
}

const get = (executionId: string) => api.call<'getTrace'>('GET', `executions/${executionId}/trace`);

describe('the trace of an execution', () => {
  it('has the blocks without payloads, and leaves out what is usual', async () => {
    const executionId = await insertRun();
    await insertSpans(executionId);
    const { status, body } = await get(executionId);
    expect(status).toBe(200);
    const error = { code: 'HTTP_STATUS', message: 'm'.repeat(300), status: 402 };
    expect(body.data).toMatchObject({
      ...{ executionId, status: 'error', draft: false, deploymentVersion: 1, lastEventId: 6 },
      workflow: { id: api.workflowId, name: 'Order intake', deleted: false },
      cost: { total: 0.5, tokens: { total: 3 } },
      error: { code: 'HTTP_STATUS', blockId: 'call' },
      definition: { blocks: [{ id: 'hook' }, { id: 'done' }] },
      layout: null,
      blocks: { check: { name: 'Check', type: 'condition' }, call: { name: 'Call', type: 'api' } },
      tries: [{ id: 'call', attemptNumber: 1, status: 503, at: 70, ms: 50, retryAt: 570 }],
      spansOmitted: 0,
    });
    expect(body.data.spans).toEqual([
      { id: 'check:each[0]', at: 10, ms: 10, ports: ['yes'] },
      { id: 'call', at: 20, ms: 880, ports: [], attemptCount: 2, cost: 0.25, error },
      { id: 'next', at: 900, ms: null },
    ]);
  });

  it('is at most 1.5 MB for ten thousand blocks, and counts those beyond', async () => {
    const executionId = await insertRun();
    await api.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at,
         ended_at, output, ports)
       select $1, 'reserve_stock', 'for_each_line[' || n || ']', 'Reserve stock', 'api', 'success', n, $2::timestamptz + n * interval '3 ms',
         $2::timestamptz + n * interval '3 ms' + interval '250 ms', to_jsonb(repeat('x', 500)), '{out}'
       from generate_series(1, 10020) n`,
      [executionId, at(0)],
    );
    const { body } = await get(executionId);
    expect(body.data.spans).toHaveLength(10_000);
    expect(body.data.spansOmitted).toBe(20);
    expect(body.data.lastEventId).toBe(10_020);
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
  }, 60_000);

  it('is of the caller’s workspace only', async () => {
    const executionId = await insertRun();
    const { apiKey: key } = await createTenant(api);
    const { status } = await api.call('GET', `executions/${executionId}/trace`, { key });
    expect(status).toBe(404);
  });
});

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
         ended_at, output, ports, ledger_offset)
       select $1, 'reserve_stock', 'for_each_line[' || n || ']', 'Reserve stock', 'api', 'success', n, $2::timestamptz + n * interval '3 ms',
         $2::timestamptz + n * interval '3 ms' + interval '250 ms', to_jsonb(repeat('x', 500)), '{out}', 48213871 + n
       from generate_series(1, 10020) n`,
      [executionId, at(0)],
    );
    const { body } = await get(executionId);
    expect(body.data.spans).toHaveLength(10_000);
    expect(body.data.spansOmitted).toBe(20);
    expect(body.data.lastEventId).toBe(10_020);
    expect(JSON.stringify(body).length).toBeLessThan(1_250_000);
  });

  it('has tokens of models, and where the ledger has its events', async () => {
    const executionId = await insertRun();
    await insertSpans(executionId);
    const tokens = { tokens: { prompt: 1, completion: 2, total: 3 } };
    await api.pool.query(
      `update block_execution set models = $2, ledger_offset = 41 where execution_id = $1 and block_id = 'call'`,
      [executionId, { a: tokens, b: tokens }],
    );
    await api.pool.query('update block_attempt set ledger_offset = 40 where execution_id = $1', [
      executionId,
    ]);
    await api.pool.query(
      `update execution_detail set first_offset = 38, began_at = $2 where execution_id = $1`,
      [executionId, at(7)],
    );
    await api.pool.query(
      'update execution_log set ledger_partition = 5, ledger_offset = 42 where execution_id = $1',
      [executionId],
    );
    const { body } = await get(executionId);
    expect(body.data).toMatchObject({
      beganAt: at(7).toISOString(),
      ledger: { topic: 'workflow.execution.events', partition: 5, firstOffset: 38, lastOffset: 42 },
      tries: [{ offset: 40 }],
    });
    expect(body.data.spans[1]).toMatchObject({ tokens: 6, offset: 41 });
    expect(body.data.spans[0]).not.toHaveProperty('tokens');
  });

  it('names the runs that it is related to, in its workspace', async () => {
    const owner = { ...api.tenant, workflowId: api.workflowId };
    const [parent, executionId] = [await insertRun(), await insertRun()];
    const [child, rerun] = [randomUUID(), randomUUID()];
    await api.pool.query(
      'update execution_log set parent_execution_id = $2, rerun_of = $2 where execution_id = $1',
      [executionId, parent],
    );
    const parentExecutionId = executionId;
    await insertLogRow(api, owner, { executionId: child, status: 'running', parentExecutionId });
    await insertLogRow(api, owner, { executionId: rerun, rerunOf: executionId });
    const stranger = { ...(await createTenant(api)), workflowId: api.workflowId };
    const related = { parentExecutionId, rerunOf: executionId };
    await insertLogRow(api, stranger, { executionId: randomUUID(), ...related });
    const { data } = (await get(executionId)).body;
    expect(data).toMatchObject({
      ...{ parent: { executionId: parent, blockId: null }, rerunOf: parent },
      children: [{ executionId: child, workflowName: 'Order intake', status: 'running' }],
      reruns: [{ executionId: rerun, status: 'success' }],
    });
    expect([data.children.length, data.reruns.length]).toEqual([1, 1]);
    const status = await api.call<'getExecution'>('GET', `executions/${executionId}`);
    expect(status.body.data).toMatchObject({ parentExecutionId: parent, rerunOf: parent });
  });

  it('is of the caller’s workspace only', async () => {
    const executionId = await insertRun();
    const { apiKey: key } = await createTenant(api);
    const { status } = await api.call('GET', `executions/${executionId}/trace`, { key });
    expect(status).toBe(404);
  });
});

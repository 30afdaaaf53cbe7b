/** What a row of the list says: its result, its deliveries, and what it is related to. */
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow, type LogRowToInsert } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import { createTenant } from '../../testing/test-database.js';

const api = openLogWorkspace({ env: { FLOWLEDGER_LOGS_PER_MINUTE: '1000000' } });

async function insert(row: Partial<LogRowToInsert> = {}, tenant = api.tenant): Promise<string> {
  const executionId = randomUUID();
  await insertLogRow(api, { ...tenant, workflowId: api.workflowId }, { executionId, ...row });
  return executionId;
}

async function rowOf(executionId: string, query: Record<string, string> = {}) {
  const { status, body } = await api.list({ executionId, ...query });
  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  return body.data[0]!;
}

interface Block {
  readonly id: string;
  readonly sequence: number;
  readonly hasEnded?: boolean;
}

const begin = (executionId: string, { id, sequence, hasEnded = false }: Block) =>
  api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at)
     values ($1, $2, '', 'The ' || $2, 'api', 'running', $3, now(), case when $4 then now() end)`,
    [executionId, id, sequence, hasEnded],
  );

const failTry = (executionId: string, id: string, sequence: number) =>
  api.pool.query(
    `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message,
       duration_ms, occurred_at, retry_at)
     values ($1, $3, $2, '', 2, 503, 'HTTP_STATUS', 'The server answered with status 503', 5, now(), now())`,
    [executionId, id, sequence],
  );

const setStatus = (executionId: string, status: string) =>
  api.pool.query('update execution_log set status = $2 where execution_id = $1', [
    executionId,
    status,
  ]);

describe('the result of an ended execution', () => {
  const error = {
    ...{ code: 'HTTP_STATUS', message: 'The server answered with status 402' },
    ...{ blockId: 'charge', blockName: 'Charge card' },
  };

  it('is what was stored at its end, with the tries of the block that failed', async () => {
    expect(await rowOf(await insert({ result: 'Answered 201' }))).toMatchObject({
      ...{ result: 'Answered 201', errorCode: null, errorBlock: null, fingerprint: null },
    });
    const fingerprint = randomUUID();
    const failed = { status: 'error', error, failedAttempts: 3, fingerprint };
    const stored = await insert({ ...failed, result: 'HTTP 402 in Charge card' });
    expect(await rowOf(stored)).toMatchObject({
      ...{ result: 'HTTP 402 in Charge card, third try', fingerprint },
      ...{ errorCode: 'HTTP_STATUS', errorBlock: 'Charge card' },
    });
    const detail = await api.call<'getLog'>('GET', `logs/${(await rowOf(stored)).id}`);
    expect(detail.body.data).toMatchObject({ result: 'HTTP 402 in Charge card, third try' });
  });

  it('of a release that stored none is made of its error', async () => {
    const old = await insert({ status: 'error', error });
    expect((await rowOf(old)).result).toBe('HTTP 402 in Charge card');
    for (const result of [null, ''])
      expect((await rowOf(await insert({ result }))).result).toBeNull();
  });

  it('is in exports', async () => {
    const executionId = await insert({ result: 'Answered 201', rerunOf: randomUUID() });
    const path = `logs/export?workspaceId=${api.tenant.workspaceId}&executionId=${executionId}`;
    const ndjson = await api.call<string>('GET', path);
    expect(JSON.parse(ndjson.body)).toMatchObject({ result: 'Answered 201' });
    const csv = await api.call<string>('GET', `${path}&format=csv`);
    expect(csv.body).toContain(',Answered 201,');
  });
});

describe('the result of a running execution', () => {
  it('is the block whose last event is the newest of those that have not ended', async () => {
    const executionId = await insert({ status: 'running' });
    expect((await rowOf(executionId)).result).toBeNull();
    await begin(executionId, { id: 'first', sequence: 2 });
    await begin(executionId, { id: 'second', sequence: 3 });
    await begin(executionId, { id: 'third', sequence: 4, hasEnded: true });
    expect(await rowOf(executionId)).toMatchObject({ status: 'running', result: 'In The second' });
    await failTry(executionId, 'first', 5);
    const retrying = { status: 'retrying', result: 'HTTP 503 in The first, second try' };
    expect(await rowOf(executionId)).toMatchObject(retrying);
    expect(await rowOf(executionId, { status: 'retrying' })).toMatchObject(retrying);
  });

  it('is where it waits', async () => {
    const queued = await insert({ status: 'running' });
    await setStatus(queued, 'queued');
    expect((await rowOf(queued)).result).toBe('Waits for a free slot');
    const paused = await insert({ status: 'running' });
    await begin(paused, { id: 'approval', sequence: 2 });
    await setStatus(paused, 'paused');
    expect((await rowOf(paused)).result).toBe('In The approval');
  });
});

describe('the deliveries of a row', () => {
  async function send(executionId: string, statuses: readonly (number | null)[], over = {}) {
    const { workspaceId, state } = {
      ...{ workspaceId: api.tenant.workspaceId, state: 'succeeded', ...over },
    };
    const id = randomUUID();
    await api.pool.query(
      `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts,
         max_attempts, next_due_at, created_at, updated_at)
       values ($1, $1, $2, $1, $3, 'evt', 'https://x.example', $4, $5, 5, case when $4 = 'pending' then '2026-11-28T10:00Z'::timestamptz end,
         clock_timestamp(), now())`,
      [id, workspaceId, executionId, state, statuses.length],
    );
    for (const [at, status] of statuses.entries())
      await api.pool.query(
        `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, status, state)
         values ($1, $2, $2, 'automatic', 'https://x.example', now(), 5, $3, 'pending')`,
        [id, at + 1, status],
      );
    return id;
  }

  it('show the answer to each attempt, only where they were asked for', async () => {
    const executionId = await insert();
    const sent = await send(executionId, [503, null, 200]);
    const due = await send(executionId, [503], { state: 'pending' });
    await send(executionId, [200], { workspaceId: (await createTenant(api)).workspaceId });
    expect((await rowOf(executionId, { includeDeliveries: 'true' })).deliveries).toEqual([
      { id: sent, state: 'succeeded', attempts: ['failed', 'failed', 'ok'], nextAttemptAt: null },
      {
        ...{ id: due, state: 'pending', attempts: ['failed'] },
        nextAttemptAt: '2026-11-28T10:00:00.000Z',
      },
    ]);
    expect(await rowOf(executionId)).not.toHaveProperty('deliveries');
    const full = await rowOf(executionId, { includeDeliveries: 'true', details: 'full' });
    expect(full.deliveries).toHaveLength(2);
  });

  it('are bounded, and absent before the end', async () => {
    const executionId = await insert();
    for (let n = 0; n < 7; n += 1) await send(executionId, Array<number>(10).fill(500));
    const { deliveries = [] } = await rowOf(executionId, { includeDeliveries: 'true' });
    expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([8, 8, 8, 8, 8]);
    const running = await insert({ status: 'running' });
    const query = { includeDeliveries: 'true' };
    expect(await rowOf(running, query)).not.toHaveProperty('deliveries');
    expect((await rowOf(await insert(), query)).deliveries).toEqual([]);
  });
});

describe('the filters for related executions', () => {
  it('find nothing of another workspace', async () => {
    const [fingerprint, parentExecutionId, rerunOf] = [randomUUID(), randomUUID(), randomUUID()];
    const related = { fingerprint, parentExecutionId, rerunOf };
    const own = await insert(related);
    await insert(related, await createTenant(api));
    for (const [name, id] of Object.entries(related))
      expect(await api.follow({ [name]: id })).toEqual([own]);
  });
});

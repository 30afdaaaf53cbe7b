import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { EVENT_LOG } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { eventually } from '../../../../test/support/eventually.js';
import { insertLogRow, type LogRowToInsert } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal, TestApi } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi();
let apis: TestApi[];

beforeAll(async () => {
  // Two processes: either may run a batch.
  apis = [api, await api.another()];
});

const call = <Of = 'getBatch'>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key = api.tenant.apiKey,
): Promise<Answer<Of>> => api.call(method, `batches${path}`, { key, body });

async function storeRuns(
  workflowId: string,
  count: number,
  more: Partial<LogRowToInsert>,
  owner = api.tenant,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  for (const executionId of ids)
    await insertLogRow(api, { ...owner, workflowId }, { executionId, ...more });
  return ids;
}

/** Records that the batches of both processes appended for these executions. */
async function recordsFor(
  topic: string,
  idOf: (data: object) => unknown,
  ids: string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { app } of apis) {
    const eventLog = app.get<EventLog>(EVENT_LOG);
    for (const [partition, end] of await eventLog.admin.endOffsets(topic))
      await eventLog.readRange({ topic, partition }, 0, end, (records) => {
        for (const { value } of records) {
          const id = idOf(decodeRecord(value).data);
          if (typeof id === 'string' && ids.includes(id)) found.push(id);
        }
      });
  }
  return found.sort();
}

const cancelled = (ids: string[]): Promise<string[]> =>
  recordsFor(
    topics.control,
    (data) => 'reason' in data && 'executionId' in data && data.executionId,
    ids,
  );
const rerun = (ids: string[]): Promise<string[]> =>
  recordsFor(topics.requests, (data) => 'rerunOf' in data && data.rerunOf, ids);

const reaches = (id: string, state: object): Promise<unknown> =>
  eventually(
    `batch ${id} is ${JSON.stringify(state)}`,
    async () => {
      const { data } = (await call('GET', `/${id}`)).body;
      return Object.entries(state).every(([name, value]) => Reflect.get(data, name) === value);
    },
    { withinMs: 60_000 },
  );

describe('batches', () => {
  it('cancel each running execution that matches the filter once, and no others', async () => {
    const workflowId = randomUUID();
    const running = await storeRuns(workflowId, 45, { status: 'running' });
    const others = [
      ...(await storeRuns(workflowId, 2, { status: 'success' })),
      ...(await storeRuns(randomUUID(), 2, { status: 'running' })),
      ...(await storeRuns(workflowId, 2, { status: 'running' }, api.stranger)),
    ];
    const body = { action: 'cancel', filter: { workflowIds: [workflowId] } };
    const counted = await call('POST', '', { ...body, dryRun: true });
    expect(counted).toMatchObject({ status: 202, body: { data: { matching: 45, ordered: 0 } } });
    expect(await cancelled(running)).toEqual([]);
    const started = await call('POST', '', body);
    expect(started).toMatchObject({
      status: 202,
      body: { data: { action: 'cancel', state: 'running', matching: 45, perSecond: 50 } },
    });
    await reaches(started.body.data.id, { state: 'finished', ordered: 45, refused: 0 });
    expect(await cancelled(running)).toEqual(running.toSorted());
    expect(await cancelled(others)).toEqual([]);
  });

  it('rerun failed executions by error code, and none twice after a crash', async () => {
    const workflowId = randomUUID();
    const error = { code: 'TIMEOUT', message: 'too late' };
    const failed = await storeRuns(workflowId, 30, { status: 'error', error });
    const others = [
      ...(await storeRuns(workflowId, 2, { status: 'error', error: { code: 'OTHER' } })),
      ...(await storeRuns(workflowId, 2, { status: 'success' })),
    ];
    const filter = { workflowIds: [workflowId], errorCode: 'TIMEOUT' };
    const started = await call('POST', '', { action: 'rerun', filter, perSecond: 500 });
    const id = started.body.data.id;
    await reaches(id, { state: 'finished', ordered: 30 });
    expect(await rerun(failed)).toEqual(failed.toSorted());
    // The state after a process died before moving the position.
    await api.pool.query(
      `update execution_batch set state = 'running', ordered = 0, position_started_at = '-infinity' where id = $1`,
      [id],
    );
    await reaches(id, { state: 'finished', ordered: 30 });
    expect(await rerun(failed)).toEqual(failed.toSorted());
    expect(await rerun(others)).toEqual([]);
  });

  it('report that they wait for a rate limit, then finish without a duplicate', async () => {
    const limited = await createTenant(api);
    const { pool } = api.database;
    const setLimit = (perMinute: number): Promise<unknown> =>
      pool.query('update account set limits = $2 where id = $1', [
        limited.accountId,
        { asyncExecutionsPerMinute: perMinute },
      ]);
    await setLimit(5);
    const workflowId = randomUUID();
    const failed = await storeRuns(workflowId, 8, { status: 'error' }, limited);
    const body = { action: 'rerun', filter: {}, perSecond: 500 };
    const started = await call('POST', '', body, limited.apiKey);
    const id = started.body.data.id;
    await eventually('it waits', async () => {
      const { body } = await call('GET', `/${id}`, undefined, limited.apiKey);
      return body.data.waitsFor === 'RATE_LIMITED';
    });
    await setLimit(1_000);
    await pool.query('update execution_batch set next_page_at = now() where id = $1', [id]);
    await eventually(
      'it is through',
      async () => {
        const { body } = await call('GET', `/${id}`, undefined, limited.apiKey);
        return body.data.state === 'finished' && body.data.waitsFor === null;
      },
      { withinMs: 60_000 },
    );
    expect(await rerun(failed)).toEqual(failed.toSorted());
  });

  it('wait while their account is suspended, and refuse no item because of it', async () => {
    const tenant = await createTenant(api);
    const suspend = (at: Date | null): Promise<unknown> =>
      api.pool.query('update account set suspended_at = $2 where id = $1', [tenant.accountId, at]);
    const failed = await storeRuns(randomUUID(), 3, { status: 'error' }, tenant);
    await suspend(new Date());
    // As if it had been started just before.
    const id = uuidv7();
    await api.pool.query(
      `insert into execution_batch (id, workspace_id, action, filter, per_second, state, matching, created_at)
       values ($1, $2, 'rerun', '{}', 500, 'running', 3, now())`,
      [id, tenant.workspaceId],
    );
    const state = async () => (await call('GET', `/${id}`, undefined, tenant.apiKey)).body.data;
    await eventually('it waits', async () => (await state()).waitsFor === 'ACCOUNT_SUSPENDED');
    expect(await rerun(failed)).toEqual([]);
    await suspend(null);
    await api.pool.query('update execution_batch set next_page_at = now() where id = $1', [id]);
    await eventually('it is through', async () => (await state()).state === 'finished');
    expect(await state()).toMatchObject({ ordered: 3, refused: 0 });
    expect(await rerun(failed)).toEqual(failed.toSorted());
  });

  it('can be cancelled, are listed newest first, are private to a tenant and audited', async () => {
    const workflowId = randomUUID();
    await storeRuns(workflowId, 3, { status: 'running' });
    const filter = { workflowIds: [workflowId] };
    const started = await call('POST', '', { action: 'cancel', filter, perSecond: 1 });
    const id = started.body.data.id;
    const stopped = await call('POST', `/${id}/cancel`);
    expect(stopped.body.data).toMatchObject({ id, state: 'cancelled' });
    const [newest] = (await call<'listBatches'>('GET', '?limit=1')).body.data;
    expect(newest?.id).toBe(id);
    expect((await call('GET', `/${id}`, undefined, api.stranger.apiKey)).status).toBe(404);
    expect((await call('POST', `/${id}/cancel`, undefined, api.stranger.apiKey)).status).toBe(404);
    const { rows } = await api.pool.query<{ action: string; target_id: string }>(
      'select action, target_id from audit_event where workspace_id = $1 and target_id = $2 order by id',
      [api.tenant.workspaceId, id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['startBatch', 'cancelBatch']);
  });

  it('refuse an unknown filter and name its field', async () => {
    const refused = await call('POST', '', { action: 'rerun', filter: { status: 'success' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID_REQUEST' } });
    const misspelt = await call<Refusal>('POST', '', {
      action: 'cancel',
      filter: { workflowId: 'x' },
    });
    expect(misspelt.body.details).toMatchObject([{ field: 'filter.workflowId' }]);
  });
});

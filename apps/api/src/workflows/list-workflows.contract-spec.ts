import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';

const api = openTestApi();
const executionId = randomUUID();
let [filed, deployed, folderId] = ['', '', ''];

const create = async (name: string, more: object = {}): Promise<string> => {
  const body = { name, definition: validDefinition(randomUUID()), ...more };
  return (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
};
const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await api.call<'listWorkflows'>('GET', `workflows?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }) => id);
};

beforeAll(async () => {
  const made = await api.call<'createFolder'>('POST', 'folders', { body: { name: 'Sales' } });
  folderId = made.body.data.id;
  filed = await create('Order 100%', { folderId });
  deployed = await create('Reorder');
  await api.call('POST', `workflows/${deployed}/deploy`);
  await insertLogRow(
    api,
    { ...api.tenant, workflowId: deployed },
    { executionId: randomUUID(), startedAt: 0 },
  );
  await insertLogRow(
    api,
    { ...api.tenant, workflowId: deployed },
    { executionId, status: 'error' },
  );
});

describe('the list of workflows', () => {
  it('is filtered by a part of the name, by folder, and by deployment', async () => {
    expect(await idsOf('search=ORDER')).toEqual([deployed, filed]);
    expect(await idsOf('search=100%25')).toEqual([filed]);
    expect(await idsOf('search=1_0')).toEqual([]);
    expect(await idsOf(`folderId=${folderId}`)).toEqual([filed]);
    expect(await idsOf('deployed=true')).toEqual([deployed]);
    expect(await idsOf('deployed=false&search=order')).toEqual([filed]);
  });

  it('binds its cursor to the filters', async () => {
    const first = await api.call<'listWorkflows'>('GET', 'workflows?search=order&limit=1');
    const cursor = `cursor=${first.body.nextCursor}&limit=1`;
    expect(await idsOf(`search=order&${cursor}`)).toEqual([filed]);
    expect((await api.call('GET', `workflows?search=re&${cursor}`)).status).toBe(400);
    expect((await api.call('GET', `workflows?${cursor}`)).status).toBe(400);
  });

  it('has the last run of each if asked', async () => {
    const { body } = await api.call<'listWorkflows'>('GET', 'workflows?include=last');
    expect(body.data).toMatchObject([
      { lastRun: { executionId, status: 'error' } },
      { lastRun: null },
    ]);
    expect(body.data.some((one) => 'stats24h' in one)).toBe(false);
    const plain = await api.call<'listWorkflows'>('GET', 'workflows');
    expect(plain.body.data.some((one) => 'lastRun' in one)).toBe(false);
  });

  it('has the figures of the last 24 hours of each if asked', async () => {
    for (const [hours, bucket, success, error] of [
      [0, 21, 9, 0],
      [23, 41, 0, 1],
      [24, 61, 5, 5],
    ])
      await api.pool.query(
        `insert into execution_stats (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition,
           duration_bucket, success, error, cancelled, cost, tokens)
         values ($1, 60, date_trunc('hour', now(), 'UTC') - $3 * interval '1 hour', $2, 0, $4, $5, $6, 0, 0, 0)`,
        [api.tenant.workspaceId, deployed, hours, bucket, success, error],
      );
    const { body } = await api.call<'listWorkflows'>('GET', 'workflows?include=last,stats24h');
    const none = { success: 0, error: 0, cancelled: 0, p50Ms: null, p95Ms: null };
    expect(body.data).toMatchObject([
      {
        lastRun: { executionId },
        stats24h: { success: 9, error: 1, cancelled: 0, p50Ms: 35, p95Ms: 1_117 },
      },
      { lastRun: null, stats24h: none },
    ]);
    expect((await api.call('GET', 'workflows?include=first')).status).toBe(400);
  });
});

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

  describe('in an order', () => {
    let ids: string[] = [];
    const named = (found: readonly string[]): string =>
      found.map((id) => ids.indexOf(id)).join(' ');
    const pages = async (query: string): Promise<string> => {
      const found: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const path = `workflows?${query}&limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`;
        const { body } = await api.call<'listWorkflows'>('GET', path);
        found.push(...body.data.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      return named(found);
    };
    const kinds = {
      'sorted d': 'schedule',
      'Sorted b': 'chat',
      'sorted C': 'manual',
      'SORTED a': 'api_trigger',
    };

    beforeAll(async () => {
      ids = [];
      for (const [name, type] of Object.entries(kinds)) {
        const config = type === 'schedule' ? { cron: '0 0 1 1 *' } : {};
        const blocks = [
          { id: 'call', type: 'api', name: 'Call', config: { url: 'https://x.example' } },
          { id: 'start', type, name: 'Start', config },
          { id: 'extra', type: 'webhook', name: 'Extra', config: {} },
        ];
        const made = await api.call<'createWorkflow'>('POST', 'workflows?allowProblems=true', {
          body: { name, definition: { blocks, edges: [] } },
        });
        ids.push(made.body.data.id);
      }
      for (const [workflow, at] of [
        [1, 30],
        [2, 20],
        [1, 10],
      ] as const)
        // prettier-ignore
        await insertLogRow(
          api,
          { ...api.tenant, workflowId: ids[workflow] ?? '' },
          { executionId: randomUUID(), startedAt: at },
        );
      await api.call('PATCH', `workflows/${ids[1]}`, { body: { description: 'changed' } });
    });

    it.each([
      ['', '3 2 1 0'],
      ['order=asc', '0 1 2 3'],
      ['sort=updated', '1 3 2 0'],
      ['sort=updated&order=asc', '0 2 3 1'],
      ['sort=lastRun', '1 2 0 3'],
      ['sort=lastRun&order=asc', '0 3 2 1'],
      ['sort=lastRun&trigger=api,manual', '2 3'],
      ['sort=name', '3 1 2 0'],
      ['sort=name&order=desc', '0 2 1 3'],
      ['trigger=chat,api', '3 1'],
      ['trigger=webhook', ''],
    ])('pages through "%s" one by one', async (query, expected) => {
      expect(await pages(`search=sorted&${query}`)).toBe(expected);
    });

    it('shows the kind of each trigger, the first one of a draft with several', async () => {
      const { body } = await api.call<'listWorkflows'>('GET', 'workflows?search=sorted&order=asc');
      expect(body.data.map(({ trigger }) => trigger)).toEqual([
        'schedule',
        'chat',
        'manual',
        'api',
      ]);
      const one = await api.call<'getWorkflow'>('GET', `workflows/${ids[3]}`);
      expect(one.body.data.trigger).toBe('api');
    });

    it('refuses a cursor of another order, and one that a caller made up', async () => {
      const first = await api.call<'listWorkflows'>('GET', 'workflows?sort=name&limit=1');
      const cursor = first.body.nextCursor ?? '';
      for (const query of ['', 'sort=name&order=desc', 'sort=lastRun', 'sort=name&trigger=api'])
        expect((await api.call('GET', `workflows?${query}&cursor=${cursor}`)).status).toBe(400);
      const list = String(JSON.parse(Buffer.from(cursor, 'base64url').toString())[0]);
      for (const key of [
        ['a\u0000', ids[0]],
        ['a'.repeat(2_000), ids[0]],
        ['a', 'b'],
        [1, ids[0]],
        [],
      ]) {
        const made = Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
        const { status } = await api.call('GET', `workflows?sort=name&cursor=${made}`);
        expect([key, status]).toEqual([key, 400]);
      }
    });

    it('refuses unknown kinds, orders and sorts', async () => {
      for (const query of [
        'trigger=',
        'trigger=api_trigger',
        'sort=size',
        'order=up',
        'trigger=api&trigger=chat',
      ])
        expect([query, (await api.call('GET', `workflows?${query}`)).status]).toEqual([query, 400]);
    });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { fillWorkspace } from '../testing/full-workspace.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';
import { createMember, createTenant } from '../testing/test-database.js';

const api = openTestApi();
const executionId = randomUUID();
let [orders, other, viewer, limited] = ['', '', '', ''];

async function fill(key: string, workspaceId: string): Promise<void> {
  const calls = [
    ['POST', 'subscriptions', { url: 'https://orders.example/100%_sure' }],
    ['PUT', `workspaces/${workspaceId}/secrets/ORDERS_TOKEN`, { value: 'long enough' }],
    ['POST', `workspaces/${workspaceId}/members`, { email: 'orders@example.com', role: 'viewer' }],
  ] as const;
  for (const [method, path, body] of calls)
    expect([path, (await api.call(method, path, { key, body })).status]).not.toEqual([path, 422]);
}

const workflow = async (name: string): Promise<string> => {
  const body = { name, definition: validDefinition(randomUUID()) };
  return (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
};

const search = async (q: string, key?: string) => {
  const { status, body } = await api.call<'searchWorkspace'>(
    'GET',
    `search?q=${encodeURIComponent(q)}`,
    { ...(key !== undefined && { key }) },
  );
  expect([q, status]).toEqual([q, 200]);
  return body.data;
};
const kinds = async (q: string, key?: string): Promise<string[]> =>
  (await search(q, key)).map(({ kind }) => kind);

beforeAll(async () => {
  const { tenant } = api;
  [orders, other] = [await workflow('Orders'), await workflow('Reorder things')];
  await fill(tenant.apiKey, tenant.workspaceId);
  await fill(api.stranger.apiKey, api.stranger.workspaceId);
  await insertLogRow(api, { ...tenant, workflowId: orders }, { executionId });
  viewer = (await createMember(api, tenant, 'viewer')).apiKey;
  const made = await api.call<'createApiKey'>('POST', 'api-keys', {
    body: { name: 'limited', workflowIds: [other] },
  });
  limited = made.body.data.key ?? '';
});

describe('the search of a workspace', () => {
  it('finds each kind once, by any part and in any case', async () => {
    const all = ['workflow', 'workflow', 'subscription', 'secret', 'member'];
    expect(await kinds('ORDER')).toEqual(all);
    expect((await search('rder')).map(({ title }) => title)).toEqual([
      ...['Orders', 'Reorder things', 'https://orders.example/100%_sure', 'ORDERS_TOKEN'],
      'orders@example.com',
    ]);
    expect((await search('orders'))[0]).toEqual({
      ...{ kind: 'workflow', id: orders, title: 'Orders' },
      path: `/w/${api.tenant.workspaceId}/workflows/${orders}`,
    });
    expect(await kinds('or')).toEqual(all);
  });

  it('takes wildcards for plain characters', async () => {
    expect(await kinds('100%_s')).toEqual(['subscription']);
    expect(await search('%%')).toEqual([]);
    expect(await search('\\\\')).toEqual([]);
  });

  it('finds an execution by its id, its log or an event of its ledger', async () => {
    const event = `${executionId}:3`;
    for (const id of [executionId, executionId.toUpperCase(), logIdOf(executionId), event])
      expect(await search(id)).toMatchObject([{ kind: 'execution', id: executionId }]);
    expect(await search(executionId, api.stranger.apiKey)).toEqual([]);
  });

  it('finds a delivery, its event and a batch by their ids, each in its workspace alone', async () => {
    const tenant = await createTenant(api);
    const { ids } = await fillWorkspace(api, tenant);
    const page = `/w/${tenant.workspaceId}`;
    expect(await search(ids.delivery, tenant.apiKey)).toEqual([
      {
        ...{ kind: 'delivery', id: ids.delivery, title: 'http://receiver.test/hook' },
        path: `${page}/webhooks?delivery=${ids.delivery}`,
      },
    ]);
    expect(await search(ids.batch, tenant.apiKey)).toEqual([
      { kind: 'batch', id: ids.batch, title: 'cancel', path: `${page}/batches/${ids.batch}` },
    ]);
    const { body } = await api.call<'getDelivery'>('GET', `deliveries/${ids.delivery}`, {
      key: tenant.apiKey,
    });
    const { eventId } = body.data;
    expect(await search(eventId, tenant.apiKey)).toMatchObject([
      { kind: 'delivery', id: ids.delivery },
    ]);
    for (const id of [ids.delivery, eventId, ids.batch])
      for (const key of [api.tenant.apiKey, limited]) expect(await search(id, key)).toEqual([]);
  });

  it('shows a viewer no secrets, and a limited key its own workflows alone', async () => {
    expect(await kinds('order', viewer)).toEqual([
      ...['workflow', 'workflow', 'subscription', 'member'],
    ]);
    expect(await search('order', limited)).toMatchObject([{ kind: 'workflow', id: other }]);
    expect(await search(executionId, limited)).toEqual([]);
  });

  it('does not find what was deleted, and no member of another workspace', async () => {
    const gone = await workflow('Passing');
    await api.call('DELETE', `workflows/${gone}`);
    expect(await search('passing')).toEqual([]);
    await api.pool.query(
      `insert into app_user (id, account_id, email, name) values ($1, $2, 'elsewhere@example.com', 'E')`,
      [randomUUID(), api.tenant.accountId],
    );
    expect(await search('elsewhere')).toEqual([]);
  });

  it('answers with 20 at most, each kind among them', async () => {
    for (let n = 0; n < 25; n += 1) await workflow(`Order ${n}`);
    const found = await kinds('order');
    expect(found).toHaveLength(20);
    expect(new Set(found).size).toBe(4);
  });

  it('refuses texts that are too short or too long', async () => {
    for (const q of ['', 'a', ' a ', 'x'.repeat(201), 'a%00b'])
      expect([q, (await api.call('GET', `search?q=${q}`)).status]).toEqual([q, 400]);
    expect((await api.call('GET', 'search')).status).toBe(400);
  });
});

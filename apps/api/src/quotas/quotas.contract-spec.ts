import { describe, expect, it } from '@jest/globals';
import type { QuotaName } from '@libs/config';
import type { AccountLimits } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, validDefinition } from '../testing/test-api.js';
import { createMember, createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi();

async function limitedTenant(own: AccountLimits): Promise<Tenant> {
  const tenant = await createTenant(api, { plan: 'free' });
  await api.pool.query('update account set limits = $2 where id = $1', [tenant.accountId, own]);
  return tenant;
}

type Creation = (tenant: Tenant, n: number) => Promise<Answer>;

const createWorkflow: Creation = ({ apiKey: key }) =>
  api.call('POST', 'workflows', {
    ...{ key, body: { name: 'W', definition: validDefinition(randomUUID()) } },
  });

async function storeScheduled({ apiKey: key }: Tenant): Promise<string> {
  const config = { everySeconds: 3_600 };
  const definition = { blocks: [{ id: 'clock', type: 'schedule', name: 'Clock', config }] };
  const made = await api.call<'createWorkflow'>('POST', 'workflows', {
    ...{ key, body: { name: 'W', definition } },
  });
  return made.body.data.id;
}

const deployScheduled: Creation = async (tenant) => {
  const id = await storeScheduled(tenant);
  return api.call('POST', `workflows/${id}/deploy`, { key: tenant.apiKey });
};

const putSecret: Creation = ({ apiKey: key, workspaceId }, n) =>
  api.call('PUT', `workspaces/${workspaceId}/secrets/NAME${n}`, {
    key,
    body: { value: 'a-secret' },
  });

const subscribe = ({ apiKey: key }: Tenant, url: string): Promise<Answer> =>
  api.call('POST', 'subscriptions', { key, body: { url } });

const addMember: Creation = ({ apiKey: key, workspaceId }, n) => {
  const body = { email: `m${n}@example.com`, role: 'viewer' };
  return api.call('POST', `workspaces/${workspaceId}/members`, { key, body });
};

const createKey: Creation = ({ apiKey: key }, n) =>
  api.call('POST', 'api-keys', { key, body: { name: `k${n}` } });

const createWorkspace: Creation = ({ apiKey: key }, n) =>
  api.call('POST', 'workspaces', { key, body: { name: `w${n}` } });

function expectRefusal({ status, body }: Answer, quota: QuotaName, limit: number): void {
  expect([status, body.code, body.details]).toEqual([403, 'QUOTA_EXCEEDED', [{ quota, limit }]]);
  expect(body.error).toContain(`quota of ${limit} `);
  expect(body.error).toContain(`ask the operator to raise the quota "${quota}"`);
}

/** Usage of a new tenant. */
const creations: readonly (readonly [QuotaName, Creation, number])[] = [
  ['workflows', createWorkflow, 0],
  ['schedules', deployScheduled, 0],
  ['secrets', putSecret, 0],
  ['subscriptions', (tenant, n) => subscribe(tenant, `https://r${n}.example/hook`), 0],
  ['members', addMember, 0],
  ['apiKeys', createKey, 1],
  ['workspaces', createWorkspace, 1],
];

describe('a quota', () => {
  it.each(creations)(
    'of %s is not passed by creations at once; the refusal names it, its number and the remedy',
    async (quota, create, atFirst) => {
      const limit = 3;
      const tenant = await limitedTenant({ [quota]: limit });
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => create(tenant, n)));
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused).toHaveLength(6 - (limit - atFirst));
      for (const answer of refused) expectRefusal(answer, quota, limit);
      expectRefusal(await create(tenant, 7), quota, limit);
      const other = await createTenant(api, { plan: 'free' });
      expect((await create(other, 1)).status).toBeLessThan(300);
    },
  );

  it('leaves no trace of a refused request', async () => {
    const tenant = await limitedTenant({ workflows: 0, secrets: 0, members: 0 });
    for (const create of [createWorkflow, putSecret, addMember])
      expect((await create(tenant, 1)).status).toBe(403);
    const { workspaceId } = tenant;
    for (const table of ['workflow', 'trigger_route', 'workspace_secret', 'workspace_member']) {
      const sql = `select from ${table} where workspace_id = $1`;
      expect([table, (await api.pool.query(sql, [workspaceId])).rowCount]).toEqual([table, 0]);
    }
  });

  it('counts over all workspaces of the account, except deleted ones', async () => {
    const tenant = await limitedTenant({ secrets: 2 });
    const made = await api.call<'createWorkspace'>('POST', 'workspaces', {
      ...{ key: tenant.apiKey, body: { name: 'second' } },
    });
    const { id, apiKey } = made.body.data;
    const second = { ...tenant, workspaceId: id, apiKey: apiKey.key! };
    expect((await putSecret(tenant, 1)).status).toBe(200);
    expect((await putSecret(second, 1)).status).toBe(200);
    expectRefusal(await putSecret(tenant, 2), 'secrets', 2);
    await api.call('DELETE', `workspaces/${id}`, { key: second.apiKey });
    expect((await putSecret(tenant, 2)).status).toBe(200);
  });

  it('allows changes of existing things when it is used up; a removal makes room', async () => {
    const tenant = await limitedTenant({ secrets: 1, schedules: 1, subscriptions: 1, apiKeys: 2 });
    const { apiKey: key, workspaceId } = tenant;
    expect((await putSecret(tenant, 1)).status).toBe(200);
    expect((await putSecret(tenant, 1)).status).toBe(200);
    const scheduled = await storeScheduled(tenant);
    const deploy = (): Promise<Answer> =>
      api.call('POST', `workflows/${scheduled}/deploy`, { key });
    expect((await deploy()).status).toBe(200);
    const config = { everySeconds: 7_200 };
    const definition = { blocks: [{ id: 'clock', type: 'schedule', name: 'Clock', config }] };
    await api.call('PUT', `workflows/${scheduled}`, { key, body: { name: 'W', definition } });
    expect((await deploy()).status).toBe(200);
    await api.call('DELETE', `workspaces/${workspaceId}/secrets/NAME1`, { key });
    expect((await putSecret(tenant, 2)).status).toBe(200);
    await api.call('DELETE', `workflows/${scheduled}`, { key });
    expect((await deployScheduled(tenant, 1)).status).toBe(200);
    const made = await api.call<'createApiKey'>('POST', 'api-keys', { key, body: { name: 'k' } });
    expectRefusal(await createKey(tenant, 1), 'apiKeys', 2);
    const { id } = made.body.data;
    await api.pool.query(`update api_key set expires_at = now() - interval '1 s' where id = $1`, [
      id,
    ]);
    expect((await createKey(tenant, 1)).status).toBe(201);
  });

  it('counts the owners of a new workspace as members', async () => {
    const tenant = await limitedTenant({ members: 3 });
    const owners = [
      await createMember(api, tenant, 'owner'),
      await createMember(api, tenant, 'owner'),
    ];
    expectRefusal(await createWorkspace(tenant, 1), 'members', 3);
    expect((await createWorkspace({ ...tenant, apiKey: owners[0]!.apiKey }, 1)).status).toBe(201);
  });
});

describe('the quota of subscriptions for one receiver host', () => {
  const notations = [
    'https://receiver.example/a',
    'https://RECEIVER.example:8443/b',
    'https://receiver.example./c',
    'https:\\\\receiver.example\\d',
    'https:receiver.example/e',
  ];

  it('counts every notation of the host, on every port', async () => {
    const tenant = await limitedTenant({ subscriptionsPerHost: 2 });
    const answers = await Promise.all(notations.map((url) => subscribe(tenant, url)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(notations.length - 2);
    for (const answer of refused) expectRefusal(answer, 'subscriptionsPerHost', 2);
    expect((await subscribe(tenant, 'https://other.example/hook')).status).toBe(201);
  });

  it('applies to a change of the receiver, and to no other change', async () => {
    const tenant = await limitedTenant({ subscriptionsPerHost: 1 });
    const { apiKey: key } = tenant;
    const make = async (url: string): Promise<string> =>
      (
        await api.call<'createWorkspaceSubscription'>('POST', 'subscriptions', {
          ...{ key, body: { url } },
        })
      ).body.data.id;
    const [here, there] = [await make(notations[0]!), await make('https://other.example/hook')];
    const change = (id: string, body: object): Promise<Answer> =>
      api.call('PATCH', `subscriptions/${id}`, { key, body });
    expectRefusal(await change(there, { url: notations[1] }), 'subscriptionsPerHost', 1);
    const kept = await api.call<'getWorkspaceSubscription'>('GET', `subscriptions/${there}`, {
      key,
    });
    expect(kept.body.data.url).toBe('https://other.example/hook');
    expect((await change(here, { url: notations[1], active: false })).status).toBe(200);
    await api.call('DELETE', `subscriptions/${here}`, { key });
    expect((await change(there, { url: notations[1] })).status).toBe(200);
  });
});

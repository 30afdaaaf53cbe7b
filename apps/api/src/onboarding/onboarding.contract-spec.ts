import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';
import { createMember, createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi();
let [workflowId, subscriptionId] = ['', ''];

beforeAll(async () => {
  workflowId = await api.deploy(validDefinition('demo-order'));
  const made = await api.call<'createSubscription'>(
    'POST',
    `workflows/${workflowId}/subscriptions`,
    {
      body: { url: 'https://receiver.example/webhooks' },
    },
  );
  subscriptionId = made.body.data.id;
  const demo = {
    ...{ workspaceId: api.tenant.workspaceId, workflowId, subscriptionId },
    ...{ triggerUrl: 'http://localhost/x', receiverUrl: 'http://localhost:1' },
    ...{ controlKey: 'k', secret: 's' },
  };
  writeFileSync(join(api.config.DATA_DIR, 'demo.json'), JSON.stringify(demo));
});

const get = (key = api.tenant.apiKey) => api.call<'getOnboarding'>('GET', 'onboarding', { key });
const change = (body: object, key = api.tenant.apiKey) =>
  api.call<'changeOnboarding'>('PATCH', 'onboarding', { key, body });

const insertDelivery = (state: string) =>
  api.pool.query(
    `insert into delivery (id, event_id, execution_id, subscription_id, workspace_id, workflow_id, state, url, max_attempts,
       created_at, updated_at)
     values (gen_random_uuid(), '', gen_random_uuid(), $1, $2, $3, $4, '', 5, now(), now())`,
    [subscriptionId, api.tenant.workspaceId, workflowId, state],
  );

async function isOpenInSession({ apiKey }: Pick<Tenant, 'apiKey'>): Promise<boolean | undefined> {
  const { body } = await api.call<'createSession'>('POST', 'sessions', { body: { apiKey } });
  return body.data.workspaces[0]?.onboardingOpen;
}

const done = async () =>
  (await get()).body.data.steps.map(({ id, done }) => (done ? id.toUpperCase() : id)).join(' ');

describe('onboarding', () => {
  it('says which steps are done, from what the demo and its workspace have', async () => {
    expect((await get()).body.data).toMatchObject({ open: true, startedAt: null, endedAt: null });
    expect(await done()).toBe('run sent own');
    await insertLogRow(api, { ...api.tenant, workflowId }, { executionId: randomUUID() });
    await insertDelivery('failed');
    expect(await done()).toBe('RUN sent own');
    await insertDelivery('succeeded');
    expect(await done()).toBe('RUN SENT own');
    expect(await isOpenInSession(api.tenant)).toBe(true);
    const body = { name: 'Mine', definition: validDefinition('mine') };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
    expect(await done()).toBe('RUN SENT OWN');
    expect((await get()).body.data.open).toBe(false);
    expect(await isOpenInSession(api.tenant)).toBe(false);
    await api.call('DELETE', `workflows/${made.body.data.id}`);
    expect(await done()).toBe('RUN SENT own');
  });

  it('begins, ends and reopens for each member apart, and keeps its beginning', async () => {
    const [mine, theirs] = [
      await createMember(api, api.tenant, 'viewer'),
      await createMember(api, api.tenant, 'editor'),
    ];
    const begun = (await change({}, mine.apiKey)).body.data;
    expect(begun).toMatchObject({ open: true, startedAt: expect.any(String), endedAt: null });
    const skipped = (await change({ ended: true }, mine.apiKey)).body.data;
    expect(skipped).toMatchObject({ open: false, startedAt: begun.startedAt });
    expect(skipped.endedAt).toEqual(expect.any(String));
    expect((await change({ ended: true }, mine.apiKey)).body.data).toEqual(skipped);
    expect((await change({}, mine.apiKey)).body.data).toEqual(skipped);
    expect(await isOpenInSession(mine)).toBe(false);
    expect((await get(theirs.apiKey)).body.data).toMatchObject({ open: true, startedAt: null });
    expect(await isOpenInSession(theirs)).toBe(true);
    expect((await change({ ended: false }, mine.apiKey)).body.data).toEqual(begun);
  });

  it('has one step in a workspace without the demo', async () => {
    const tenant = await createTenant(api);
    const { body } = await get(tenant.apiKey);
    expect(body.data).toMatchObject({ open: true, steps: [{ id: 'own', done: false }] });
    await api.deploy(validDefinition('mine'), tenant.apiKey);
    expect((await get(tenant.apiKey)).body.data.open).toBe(false);
    expect(await isOpenInSession(tenant)).toBe(false);
  });

  it('refuses other fields, and writes no audit line', async () => {
    for (const body of [{ ended: 'yes' }, { startedAt: 'now' }, []])
      expect((await change(body)).status).toBe(422);
    await change({ ended: false });
    const { body } = await api.call<'listAuditEvents'>('GET', 'audit');
    expect(body.data.map(({ action }) => action)).not.toContain('changeOnboarding');
  });
});

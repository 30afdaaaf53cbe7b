/** The demo as the dashboard sees it: its workflow, and what its receiver got, through the api. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { createMember, createTenant } from '../../../api/src/testing/test-database.js';
import { openTestApi } from '../../../api/src/testing/open-test-api.js';
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.js';
import { type DemoSettings, readDemoSettings, writeDemoSettings } from './demo-settings.js';
import { ensureDemo } from './demo-workspace.js';

const api = openTestApi({ listens: true, env: { EGRESS_ALLOW: '127.0.0.1' } });
const said: string[] = [];
let settings: DemoSettings;
let receiver: DemoReceiver;

async function makeDemo(): Promise<void> {
  const { apiKey, workspaceId } = api.tenant;
  const options = { baseUrl: api.url, apiKey, receiverUrl: receiver.url, secret: settings.secret };
  const made = await ensureDemo(options);
  const { url: receiverUrl } = receiver;
  writeDemoSettings(api.config.DATA_DIR, { ...settings, ...made, workspaceId, receiverUrl });
}

beforeAll(async () => {
  settings = readDemoSettings(api.config.DATA_DIR);
  receiver = await startDemoReceiver({ ...settings, say: said.push.bind(said) });
});
afterAll(() => receiver.close());

const getDemo = (key = api.tenant.apiKey) => api.call<'getDemo'>('GET', 'demo', { key });
const change = (body: object, key = api.tenant.apiKey) =>
  api.call<'changeDemoReceiver'>('PUT', 'demo/receiver', { key, body });

async function deliver(body: string | Buffer, secret = settings.secret): Promise<number> {
  const nowMs = Date.now() - 40;
  const signature = createHmac('sha256', secret).update(`${nowMs}.`).update(body).digest('hex');
  const headers = {
    'Service-Signature': `t=${nowMs},v1=${signature}`,
    'service-delivery-id': 'd1',
  };
  const response = await fetch(`${receiver.url}/webhooks`, { method: 'POST', headers, body });
  return response.status;
}

describe('the demo', () => {
  it('is not there before it is made', async () => {
    const answer = await api.call('GET', 'demo');
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(answer.body.error).toContain('npm start');
  });

  it('is made once, with a workflow that passes every check', async () => {
    await makeDemo();
    const first = (await getDemo()).body.data;
    await makeDemo();
    expect((await getDemo()).body.data).toEqual(first);
    const { body } = await api.call<'getWorkflow'>('GET', `workflows/${first.workflowId}`);
    expect(body.data).toMatchObject({ name: 'Demo order intake', deployedVersion: 1 });
    expect(first).toMatchObject({ receiver: { broken: false, received: [] } });
    expect(first.triggerUrl).toMatch(/\/demo-order$/);
  });

  it('leaves a subscription alone that a person added', async () => {
    const { workflowId, subscriptionId } = (await getDemo()).body.data;
    const path = `workflows/${workflowId}/subscriptions`;
    const url = 'https://receiver.example/hook';
    await api.call('DELETE', `${path}/${subscriptionId}`);
    const made = await api.call<'createSubscription'>('POST', path, { body: { url } });
    await makeDemo();
    const added = await api.call<'getSubscription'>('GET', `${path}/${made.body.data.id}`);
    expect(added.body.data.url).toBe(url);
    expect((await getDemo()).body.data.subscriptionId).not.toBe(made.body.data.id);
  });

  it('shows the last webhooks as received, and what the receiver computed', async () => {
    expect(await deliver('{"a":"ä"}')).toBe(200);
    expect(await deliver('{"b":1}', 'another secret')).toBe(401);
    const { receiver: state, secretHint } = (await getDemo()).body.data;
    const [wrong, right] = state?.received ?? [];
    expect(wrong).toMatchObject({ status: 401, signature: { equal: false } });
    expect(right).toMatchObject({
      ...{ deliveryId: 'd1', status: 200, body: '{"a":"ä"}', bodyBytes: 10 },
      signature: { equal: true },
    });
    expect(right?.signature?.ageMs).toBeGreaterThanOrEqual(40);
    expect(right?.headers.map(({ name }) => name)).toContain('Service-Signature');
    expect(secretHint).toBe(`whsec_…${settings.secret.slice(-4)}`);
    expect(JSON.stringify(state)).not.toContain(settings.secret);
  });

  it('keeps twenty, and of a body its first 64 KiB', async () => {
    const body = 'x'.repeat(70_000);
    for (let count = 0; count < 25; count += 1) await deliver(body);
    const { received = [] } = (await getDemo()).body.data.receiver ?? {};
    expect(received).toHaveLength(20);
    expect([received[0]?.body.length, received[0]?.bodyBytes]).toEqual([65_536, 70_000]);
    const large = await fetch(`${receiver.url}/webhooks`, {
      method: 'POST',
      body: Buffer.alloc(1_100_000),
    }).catch(() => null);
    expect([413, undefined]).toContain(large?.status);
  });

  it('breaks its receiver until it is mended, and records who did', async () => {
    expect((await change({ broken: true })).body.data.broken).toBe(true);
    expect(await deliver('{}')).toBe(503);
    expect((await getDemo()).body.data.receiver).toMatchObject({
      broken: true,
      received: [{ status: 503, signature: { equal: true } }, ...Array<object>(19).fill({})],
    });
    expect((await change({ broken: false })).body.data.broken).toBe(false);
    expect(await deliver('{}')).toBe(200);
    const audit = await api.call<'listAuditEvents'>('GET', 'audit');
    const actions = audit.body.data.filter(({ action }) => action === 'changeDemoReceiver');
    expect(actions).toMatchObject([{ status: 200 }, { status: 200 }]);
    for (const body of [{}, { broken: 'yes' }, { broken: true, more: 1 }])
      expect((await change(body)).status).toBe(422);
  });

  it('is seen by viewers, switched by editors, and no matter of other workspaces', async () => {
    const viewer = await createMember(api, api.tenant, 'viewer');
    const editor = await createMember(api, api.tenant, 'editor');
    expect((await getDemo(viewer.apiKey)).status).toBe(200);
    expect((await change({ broken: false }, viewer.apiKey)).status).toBe(403);
    expect((await change({ broken: false }, editor.apiKey)).status).toBe(200);
    const stranger = (await createTenant(api)).apiKey;
    expect((await getDemo(stranger)).status).toBe(404);
    expect((await change({ broken: true }, stranger)).status).toBe(404);
    expect((await getDemo()).body.data.receiver?.broken).toBe(false);
  });

  it('has a receiver that only the api can switch', async () => {
    for (const authorization of ['', 'Bearer ', `Bearer ${settings.secret}`]) {
      const url = `${receiver.url}/control/receiver`;
      const body = '{"broken":true}';
      const response = await fetch(url, { method: 'PUT', headers: { authorization }, body });
      expect([response.status, await response.text()]).toEqual([401, '{"ok":false}']);
    }
    expect((await getDemo()).body.data.receiver?.broken).toBe(false);
  });

  it.each(['/nowhere', '/orders/%', '/webhooks'])(
    'has a receiver that outlives GET %s',
    async (path) => {
      const { status } = await fetch(`${receiver.url}${path}`);
      expect([400, 404]).toContain(status);
      expect(await deliver('{}')).toBe(200);
    },
  );

  it('says when its receiver does not answer, and when it is gone', async () => {
    writeDemoSettings(api.config.DATA_DIR, {
      ...readDemoSettings(api.config.DATA_DIR),
      receiverUrl: 'http://127.0.0.1:1',
    });
    expect((await getDemo()).body.data.receiver).toBeNull();
    expect(await change({ broken: true })).toMatchObject({
      ...{ status: 503, body: { code: 'UNAVAILABLE' } },
    });
    const { workflowId } = (await getDemo()).body.data;
    await api.call('DELETE', `workflows/${workflowId}`);
    expect((await getDemo()).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher } from '@libs/persistence';
import {
  type Answer,
  createApiDatabase,
  createTenant,
  type HttpMethod,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from '../testing/test-api.js';
import { verifies } from '../../../../test/support/delivery-fixtures.js';
import { answer, startReceiver } from '../../../../test/support/receiver.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let workflowId: string;

beforeAll(async () => {
  base = await createApiDatabase({ EGRESS_ALLOW: '127.0.0.1' });
  api = await startTestApi(base);
  tenant = await createTenant(base);
  const made = await api.request('POST', '/api/v1/workflows', {
    key: tenant.apiKey,
    body: { name: 'w', definition: validDefinition('subscribed') },
  });
  workflowId = made.body.data.id as string;
});
afterAll(async () => {
  await api.close();
  await base.close();
});

const call = (
  method: HttpMethod,
  path: string,
  body?: unknown,
  key = tenant.apiKey,
): Promise<Answer> =>
  api.request(method, `/api/v1/workflows/${workflowId}/subscriptions${path}`, { key, body });

const url = 'https://receiver.example/hook?a=1';

const secretsOf = async (id: string): Promise<(string | null)[]> => {
  const { rows } = await base.database.pool.query<Record<'current' | 'previous', Buffer | null>>(
    'select secret_ciphertext as current, previous_secret_ciphertext as previous from subscription where id = $1',
    [id],
  );
  const cipher = createWorkspaceCipher(base.database, base.masterKey);
  return Promise.all(
    [rows[0]!.current, rows[0]!.previous].map(async (sealed) =>
      sealed === null ? null : cipher.decrypt(tenant.workspaceId, sealed, 'subscription-secret'),
    ),
  );
};

describe('subscriptions', () => {
  it('spec 2.4 and 4.4: have every field with its default', async () => {
    const { status, body } = await call('POST', '', { url });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      workflowId,
      workspaceId: tenant.workspaceId,
      url,
      hasSecret: false,
      previousSecretValidUntil: null,
      headerNames: [],
      maxPerSecond: null,
      includeFinalOutput: false,
      includeTraceSpans: false,
      includeRateLimits: false,
      includeUsageData: false,
      levelFilter: ['info', 'error'],
      triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
      active: true,
      deactivatedReason: null,
      deactivatedAt: null,
      exhaustedInARow: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call('GET', `/${body.data.id as string}`)).body).toEqual(body);
  });

  it('may be several for one workflow, and are listed', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await call('POST', '', { url })).body.data.id as string),
    );
    const listed = (await call('GET', '')).body.data as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it.each([
    ['no URL', {}, 'url'],
    ['a URL of another kind', { url: 'ftp://receiver.example' }, 'url'],
    ['a URL with a password', { url: 'https://a:b@receiver.example' }, 'url'],
    ['no URL at all', { url: 'receiver' }, 'url'],
    ['an unknown field', { url, retries: 3 }, 'retries'],
    ['an empty filter', { url, levelFilter: [] }, 'levelFilter'],
    ['an unknown level', { url, levelFilter: ['warn'] }, 'levelFilter[0]'],
    ['an unknown trigger', { url, triggerFilter: ['api', 'mail'] }, 'triggerFilter[1]'],
    ['a flag that is no boolean', { url, includeTraceSpans: 'false' }, 'includeTraceSpans'],
    ['a short secret', { url, secret: 'short' }, 'secret'],
    [
      'a whsec_ secret that verifiers would refuse',
      { url, secret: 'whsec_not base64 at all' },
      'secret',
    ],
    ['plain http', { url: 'http://receiver.example/hook' }, 'url'],
    [
      'a header that deliveries set themselves',
      { url, headers: { 'Webhook-Id': 'x' } },
      'headers.Webhook-Id',
    ],
    ['a header with a line break', { url, headers: { 'x-a': 'b\r\nc: d' } }, 'headers.x-a'],
    ['a limit of nothing', { url, maxPerSecond: 0 }, 'maxPerSecond'],
    [
      'a secret given and asked for',
      { url, secret: 'x'.repeat(20), generateSecret: true },
      'generateSecret',
    ],
  ])('refuse %s with 422 naming the field', async (_, body, field) => {
    const answer = await call('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('give a made secret once, and store it sealed', async () => {
    const { body } = await call('POST', '', { url, generateSecret: true });
    const { id, secret } = body.data as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = (await call('GET', `/${id}`)).body.data;
    expect(read.hasSecret).toBe(true);
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(await secretsOf(id)).toEqual([secret, null]);
    const { rows } = await base.database.pool.query(
      'select secret_ciphertext from subscription where id = $1',
      [id],
    );
    expect((rows[0] as { secret_ciphertext: Buffer }).secret_ciphertext.includes(secret)).toBe(
      false,
    );
  });

  it('never show a given secret', async () => {
    const { body } = await call('POST', '', { url, secret: 'my own secret, long' });
    expect(JSON.stringify(body)).not.toContain('my own secret');
    expect(body.data.hasSecret).toBe(true);
  });

  it('keep with PATCH what it does not name, and take defaults with PUT but keep the secret', async () => {
    const { id } = (
      await call('POST', '', {
        url,
        secret: 'x'.repeat(20),
        includeTraceSpans: true,
        levelFilter: ['error'],
      })
    ).body.data as { id: string };
    const patched = await call('PATCH', `/${id}`, { active: false });
    expect(patched.body.data).toMatchObject({
      active: false,
      includeTraceSpans: true,
      levelFilter: ['error'],
      hasSecret: true,
    });
    const put = await call('PUT', `/${id}`, { url: 'https://other.example/' });
    expect(put.body.data).toMatchObject({
      url: 'https://other.example/',
      active: true,
      includeTraceSpans: false,
      levelFilter: ['info', 'error'],
      hasSecret: true,
    });
    const cleared = await call('PATCH', `/${id}`, { secret: null });
    expect(cleared.body.data.hasSecret).toBe(false);
  });

  it('carry static headers whose values are sealed and never shown', async () => {
    const headers = { Authorization: 'Bearer very-secret', 'X-Team': 'billing' };
    const made = await call('POST', '', { url, headers });
    const { id } = made.body.data as { id: string };
    expect(made.body.data).toMatchObject({ headerNames: ['Authorization', 'X-Team'] });
    expect(JSON.stringify(made.body)).not.toContain('very-secret');
    const { rows } = await base.database.pool.query<{ sealed: Buffer }>(
      'select headers_ciphertext as sealed from subscription where id = $1',
      [id],
    );
    const cipher = createWorkspaceCipher(base.database, base.masterKey);
    expect(rows[0]!.sealed.includes('very-secret')).toBe(false);
    const opened = await cipher.decrypt(
      tenant.workspaceId,
      rows[0]!.sealed,
      'subscription-headers',
    );
    expect(JSON.parse(opened)).toEqual(Object.entries(headers));
    expect((await call('PUT', `/${id}`, { url })).body.data.headerNames).toHaveLength(2);
    expect((await call('PATCH', `/${id}`, { headers: null })).body.data.headerNames).toEqual([]);
  });

  it('may be for a whole workspace, and each is found by its own path too', async () => {
    const own = '/api/v1/subscriptions';
    const key = tenant.apiKey;
    const made = await api.request('POST', own, { key, body: { url, maxPerSecond: 5 } });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { workflowId: null, maxPerSecond: 5 } },
    });
    const { id } = made.body.data as { id: string };
    const ofWorkflow = (await call('POST', '', { url })).body.data as { id: string };
    const listed = (await api.request('GET', own, { key })).body.data as { id: string }[];
    expect(listed.map((one) => one.id)).toEqual(expect.arrayContaining([id, ofWorkflow.id]));
    expect((await call('GET', `/${id}`)).status).toBe(404);
    for (const one of [id, ofWorkflow.id]) {
      expect((await api.request('GET', `${own}/${one}`, { key })).body.data.id).toBe(one);
      const patched = await api.request('PATCH', `${own}/${one}`, { key, body: { active: false } });
      expect(patched.body.data.active).toBe(false);
    }
    const stranger = await createTenant(base);
    expect((await api.request('GET', `${own}/${id}`, { key: stranger.apiKey })).status).toBe(404);
    expect((await api.request('DELETE', `${own}/${id}`, { key })).status).toBe(204);
  });

  it('are active again with one call, which also begins to send what they missed', async () => {
    const { id } = (await call('POST', '', { url })).body.data as { id: string };
    await base.database.pool.query(
      `update subscription set active = false, deactivated_reason = 'REPEATED_EXHAUSTION', deactivated_at = now(),
         exhausted_run = 20, failing_since = now() - interval '2 days' where id = $1`,
      [id],
    );
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({
      deactivatedReason: 'REPEATED_EXHAUSTION',
      deactivatedAt: expect.any(String),
      exhaustedInARow: 20,
    });
    const { status, body } = await call('POST', `/${id}/activate`, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
      exhaustedInARow: 0,
      recovery: { subscriptionId: id, states: ['suppressed'], state: 'running', matching: 0 },
    });
    const without = await call('POST', `/${id}/activate`, { replaySuppressed: false });
    expect(without.body.data.recovery).toBeNull();
  });

  it('lose the reason of their deactivation when they are activated again', async () => {
    const { id } = (await call('POST', '', { url })).body.data as { id: string };
    await base.database.pool.query(
      "update subscription set active = false, deactivated_reason = 'GONE' where id = $1",
      [id],
    );
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({
      active: false,
      deactivatedReason: 'GONE',
    });
    expect((await call('PATCH', `/${id}`, { active: true })).body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
    });
  });

  it('sign with the old secret as well for a while after a rotation', async () => {
    const { id } = (await call('POST', '', { url, secret: 'the first secret' })).body.data as {
      id: string;
    };
    const rotated = await call('POST', `/${id}/rotate-secret`, { previousValidForSeconds: 3_600 });
    expect(rotated.status).toBe(200);
    const { secret, previousSecretValidUntil } = rotated.body.data as {
      secret: string;
      previousSecretValidUntil: string;
    };
    expect(await secretsOf(id)).toEqual([secret, 'the first secret']);
    const untilMs = Date.parse(previousSecretValidUntil) - Date.now();
    expect(untilMs).toBeGreaterThan(3_500_000);
    expect(untilMs).toBeLessThanOrEqual(3_600_000);
    await call('POST', `/${id}/rotate-secret`, {
      previousValidForSeconds: 0,
      secret: 'the third secret',
    });
    expect(await secretsOf(id)).toEqual(['the third secret', null]);
  });

  it('are gone after their deletion', async () => {
    const { id } = (await call('POST', '', { url })).body.data as { id: string };
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });

  it('are refused with an address that no delivery may reach', async () => {
    const { id } = (await call('POST', '', { url })).body.data as { id: string };
    for (const denied of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/x']) {
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${id}`],
        ['PATCH', `/${id}`],
      ] as const) {
        expect(await call(method, path, { url: denied })).toMatchObject({
          status: 422,
          body: { code: 'INVALID_REQUEST', details: [{ field: 'url' }] },
        });
      }
    }
  });

  it('are tested with a marked and signed event, and what came back is the answer', async () => {
    const receiver = await startReceiver(() => answer(418, { 'x-kind': 'teapot' }, 'short'));
    const secret = 'a secret of some length';
    const made = await call('POST', '', { url: receiver.url, secret, active: false });
    const { id } = made.body.data as { id: string };
    const { status, body } = await call('POST', `/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 418,
      errorCode: null,
      responseBody: 'short',
      responseHeaders: { 'x-kind': 'teapot' },
    });
    const [request] = receiver.requests;
    expect(receiver.requests).toHaveLength(1);
    expect(verifies(request!, secret)).toBe(true);
    expect(request!.headers['service-delivery-id']).toBe(body.data.deliveryId);
    expect(JSON.parse(request!.body.toString())).toMatchObject({
      type: 'workflow.execution.completed',
      test: true,
      data: { workflowId },
    });
    await receiver.close();
    expect((await call('POST', `/${id}/test`)).body.data).toMatchObject({
      status: null,
      errorCode: 'CONNECTION_REFUSED',
    });
  });

  it('are not found by other tenants', async () => {
    const { id } = (await call('POST', '', { url })).body.data as { id: string };
    const { apiKey } = await createTenant(base);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { url }],
      ['GET', `/${id}`, undefined],
      ['PUT', `/${id}`, { url }],
      ['PATCH', `/${id}`, { active: false }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/rotate-secret`, {}],
      ['POST', `/${id}/test`, undefined],
      ['POST', `/${id}/activate`, {}],
    ] as const) {
      expect([method, path, (await call(method, path, body, apiKey)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });
});

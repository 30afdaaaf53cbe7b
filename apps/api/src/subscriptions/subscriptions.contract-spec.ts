import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';
import { openSubscribedWorkflow, receiverUrl } from '../testing/subscribed-workflow.js';

const api = openSubscribedWorkflow();

describe('subscriptions', () => {
  it('spec 2.4 and 4.4: have every field with its default', async () => {
    const { status, body } = await api.subscriptions('POST', '', { url: receiverUrl });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      workflowId: api.workflowId,
      workspaceId: api.tenant.workspaceId,
      url: receiverUrl,
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
    expect((await api.subscriptions('GET', `/${body.data.id}`)).body).toEqual(body);
  });

  it('are listed when a workflow has several', async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async () => (await api.subscriptions('POST', '', { url: receiverUrl })).body.data.id,
      ),
    );
    const listed = (await api.subscriptions<'listSubscriptions'>('GET', '')).body.data;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it.each([
    ['no URL', {}, 'url'],
    ['a URL of another kind', { url: 'ftp://receiver.example' }, 'url'],
    ['a URL with a password', { url: 'https://a:b@receiver.example' }, 'url'],
    ['no URL at all', { url: 'receiver' }, 'url'],
    ['an unknown field', { url: receiverUrl, retries: 3 }, 'retries'],
    ['an empty filter', { url: receiverUrl, levelFilter: [] }, 'levelFilter'],
    ['an unknown level', { url: receiverUrl, levelFilter: ['warn'] }, 'levelFilter[0]'],
    [
      'an unknown trigger',
      { url: receiverUrl, triggerFilter: ['api', 'mail'] },
      'triggerFilter[1]',
    ],
    [
      'a flag that is no boolean',
      { url: receiverUrl, includeTraceSpans: 'false' },
      'includeTraceSpans',
    ],
    ['a short secret', { url: receiverUrl, secret: 'short' }, 'secret'],
    [
      'a whsec_ secret that verifiers would refuse',
      { url: receiverUrl, secret: 'whsec_not base64 at all' },
      'secret',
    ],
    ['plain http', { url: 'http://receiver.example/hook' }, 'url'],
    [
      'a header that deliveries set themselves',
      { url: receiverUrl, headers: { 'Webhook-Id': 'x' } },
      'headers.Webhook-Id',
    ],
    [
      'a header with a line break',
      { url: receiverUrl, headers: { 'x-a': 'b\r\nc: d' } },
      'headers.x-a',
    ],
    ['a limit of nothing', { url: receiverUrl, maxPerSecond: 0 }, 'maxPerSecond'],
    [
      'a secret given and asked for',
      { url: receiverUrl, secret: 'x'.repeat(20), generateSecret: true },
      'generateSecret',
    ],
  ])('are refused with 422 and the field name for %s', async (_, body, field) => {
    const answer = await api.subscriptions<Refusal>('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('keep unnamed fields on PATCH, and only their secret on PUT', async () => {
    const { id } = (
      await api.subscriptions('POST', '', {
        url: receiverUrl,
        secret: 'x'.repeat(20),
        includeTraceSpans: true,
        levelFilter: ['error'],
      })
    ).body.data;
    const patched = await api.subscriptions('PATCH', `/${id}`, { active: false });
    expect(patched.body.data).toMatchObject({
      active: false,
      includeTraceSpans: true,
      levelFilter: ['error'],
      hasSecret: true,
    });
    const put = await api.subscriptions('PUT', `/${id}`, { url: 'https://other.example/' });
    expect(put.body.data).toMatchObject({
      url: 'https://other.example/',
      active: true,
      includeTraceSpans: false,
      levelFilter: ['info', 'error'],
      hasSecret: true,
    });
    const cleared = await api.subscriptions('PATCH', `/${id}`, { secret: null });
    expect(cleared.body.data.hasSecret).toBe(false);
  });

  it('may cover a whole workspace, and all are found at the path of the workspace', async () => {
    const own = '/api/v1/subscriptions';
    const key = api.tenant.apiKey;
    const made = await api.request<'createSubscription'>('POST', own, {
      key,
      body: { url: receiverUrl, maxPerSecond: 5 },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { workflowId: null, maxPerSecond: 5 } },
    });
    const { id } = made.body.data;
    const ofWorkflow = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    const listed = (await api.request<'listSubscriptions'>('GET', own, { key })).body.data;
    expect(listed.map((one) => one.id)).toEqual(expect.arrayContaining([id, ofWorkflow.id]));
    expect((await api.subscriptions('GET', `/${id}`)).status).toBe(404);
    for (const one of [id, ofWorkflow.id]) {
      expect(
        (await api.request<'getSubscription'>('GET', `${own}/${one}`, { key })).body.data.id,
      ).toBe(one);
      const patched = await api.request<'changeSubscription'>('PATCH', `${own}/${one}`, {
        key,
        body: { active: false },
      });
      expect(patched.body.data.active).toBe(false);
    }
    const stranger = await createTenant(api);
    expect((await api.request('GET', `${own}/${id}`, { key: stranger.apiKey })).status).toBe(404);
    expect((await api.request('DELETE', `${own}/${id}`, { key })).status).toBe(204);
  });

  it('are not found after their deletion', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    expect((await api.subscriptions('DELETE', `/${id}`)).status).toBe(204);
    expect((await api.subscriptions('GET', `/${id}`)).status).toBe(404);
    expect((await api.subscriptions('DELETE', `/${id}`)).status).toBe(404);
  });

  it('say at the top of a refusal why a URL is refused', async () => {
    const answer = await api.subscriptions<Refusal>('POST', '', { url: 'http://example.com/' });
    expect(answer.body.error).toMatch(/^The request is not valid: url: must be https/);
  });

  it('are refused with a URL that deliveries may not reach', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    for (const denied of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/x']) {
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${id}`],
        ['PATCH', `/${id}`],
      ] as const) {
        expect(await api.subscriptions(method, path, { url: denied })).toMatchObject({
          status: 422,
          body: { code: 'INVALID_REQUEST', details: [{ field: 'url' }] },
        });
      }
    }
  });

  it('are not found by other tenants', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    const { apiKey } = await createTenant(api);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { url: receiverUrl }],
      ['GET', `/${id}`, undefined],
      ['PUT', `/${id}`, { url: receiverUrl }],
      ['PATCH', `/${id}`, { active: false }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/rotate-secret`, {}],
      ['POST', `/${id}/test`, undefined],
      ['POST', `/${id}/activate`, {}],
    ] as const) {
      expect([method, path, (await api.subscriptions(method, path, body, apiKey)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTenant } from '../testing/test-api.js';
import {
  openSubscribedWorkflow,
  receiverUrl,
  type SubscribedWorkflow,
} from '../testing/subscribed-workflow.js';

let on: SubscribedWorkflow;
beforeAll(async () => {
  on = await openSubscribedWorkflow();
});
afterAll(() => on.close());

describe('subscriptions', () => {
  it('spec 2.4 and 4.4: have every field with its default', async () => {
    const { status, body } = await on.call('POST', '', { url: receiverUrl });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      workflowId: on.workflowId,
      workspaceId: on.tenant.workspaceId,
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
    expect((await on.call('GET', `/${body.data.id as string}`)).body).toEqual(body);
  });

  it('may be several for one workflow, and are listed', async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async () => (await on.call('POST', '', { url: receiverUrl })).body.data.id as string,
      ),
    );
    const listed = (await on.call('GET', '')).body.data as { id: string }[];
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
  ])('refuse %s with 422 naming the field', async (_, body, field) => {
    const answer = await on.call('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('keep with PATCH what it does not name, and take defaults with PUT but keep the secret', async () => {
    const { id } = (
      await on.call('POST', '', {
        url: receiverUrl,
        secret: 'x'.repeat(20),
        includeTraceSpans: true,
        levelFilter: ['error'],
      })
    ).body.data as { id: string };
    const patched = await on.call('PATCH', `/${id}`, { active: false });
    expect(patched.body.data).toMatchObject({
      active: false,
      includeTraceSpans: true,
      levelFilter: ['error'],
      hasSecret: true,
    });
    const put = await on.call('PUT', `/${id}`, { url: 'https://other.example/' });
    expect(put.body.data).toMatchObject({
      url: 'https://other.example/',
      active: true,
      includeTraceSpans: false,
      levelFilter: ['info', 'error'],
      hasSecret: true,
    });
    const cleared = await on.call('PATCH', `/${id}`, { secret: null });
    expect(cleared.body.data.hasSecret).toBe(false);
  });

  it('may be for a whole workspace, and each is found by its own path too', async () => {
    const own = '/api/v1/subscriptions';
    const key = on.tenant.apiKey;
    const made = await on.api.request('POST', own, {
      key,
      body: { url: receiverUrl, maxPerSecond: 5 },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { workflowId: null, maxPerSecond: 5 } },
    });
    const { id } = made.body.data as { id: string };
    const ofWorkflow = (await on.call('POST', '', { url: receiverUrl })).body.data as {
      id: string;
    };
    const listed = (await on.api.request('GET', own, { key })).body.data as { id: string }[];
    expect(listed.map((one) => one.id)).toEqual(expect.arrayContaining([id, ofWorkflow.id]));
    expect((await on.call('GET', `/${id}`)).status).toBe(404);
    for (const one of [id, ofWorkflow.id]) {
      expect((await on.api.request('GET', `${own}/${one}`, { key })).body.data.id).toBe(one);
      const patched = await on.api.request('PATCH', `${own}/${one}`, {
        key,
        body: { active: false },
      });
      expect(patched.body.data.active).toBe(false);
    }
    const stranger = await createTenant(on.base);
    expect((await on.api.request('GET', `${own}/${id}`, { key: stranger.apiKey })).status).toBe(
      404,
    );
    expect((await on.api.request('DELETE', `${own}/${id}`, { key })).status).toBe(204);
  });

  it('are gone after their deletion', async () => {
    const { id } = (await on.call('POST', '', { url: receiverUrl })).body.data as { id: string };
    expect((await on.call('DELETE', `/${id}`)).status).toBe(204);
    expect((await on.call('GET', `/${id}`)).status).toBe(404);
    expect((await on.call('DELETE', `/${id}`)).status).toBe(404);
  });

  it('are refused with an address that no delivery may reach', async () => {
    const { id } = (await on.call('POST', '', { url: receiverUrl })).body.data as { id: string };
    for (const denied of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/x']) {
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${id}`],
        ['PATCH', `/${id}`],
      ] as const) {
        expect(await on.call(method, path, { url: denied })).toMatchObject({
          status: 422,
          body: { code: 'INVALID_REQUEST', details: [{ field: 'url' }] },
        });
      }
    }
  });

  it('are not found by other tenants', async () => {
    const { id } = (await on.call('POST', '', { url: receiverUrl })).body.data as { id: string };
    const { apiKey } = await createTenant(on.base);
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
      expect([method, path, (await on.call(method, path, body, apiKey)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });
});

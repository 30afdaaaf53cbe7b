/** What the edge itself decides at a trigger URL, over HTTP; nothing is run here. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import {
  type Answer,
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base);
  const secret = { key: tenant.apiKey, body: { value: 'the secret' } };
  await api.request('PUT', `/api/v1/workspaces/${tenant.workspaceId}/secrets/HOOK`, secret);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

async function deploy(path: string, config: object): Promise<void> {
  const key = tenant.apiKey;
  const blocks = [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }];
  const body = { name: path, definition: { blocks } };
  const created = await api.request('POST', '/api/v1/workflows', { key, body });
  expect(created.status).toBe(201);
  await api.request('POST', `/api/v1/workflows/${created.body.data.id}/deploy`, { key });
}

const trigger = (
  path: string,
  text: string,
  headers: Record<string, string> = {},
  type = 'application/json',
): Promise<Answer> =>
  api.request('POST', `/api/webhooks/trigger/${path}`, { raw: { text, type }, headers });

describe('checks of a webhook trigger', () => {
  it('answer 401 before anything runs, and let in who knows the secret', async () => {
    await deploy('bearer', { auth: { type: 'bearer', secret: '{{HOOK}}' } });
    for (const authorization of ['Bearer wrong', '']) {
      const refused = await trigger('bearer', '{}', { authorization });
      expect([refused.status, refused.body.code]).toEqual([401, 'TRIGGER_UNAUTHORIZED']);
      expect(refused.headers['x-execution-id']).toBeUndefined();
    }
    expect((await trigger('bearer', '{}', { authorization: 'Bearer the secret' })).status).toBe(
      202,
    );
  });

  it('verify a signature over the bytes that came, of form pairs too', async () => {
    await deploy('signed', { auth: { type: 'hmac', header: 'X-Signature', secret: '{{HOOK}}' } });
    const sign = (text: string): Record<string, string> => ({
      'x-signature': createHmac('sha256', 'the secret').update(text).digest('hex'),
    });
    const text = '{ "a" : 1.0 }';
    expect((await trigger('signed', text, sign(text))).status).toBe(202);
    expect((await trigger('signed', '{"a":1}', sign(text))).status).toBe(401);
    const form = 'a=1&a=2&b=x+y';
    const type = 'application/x-www-form-urlencoded';
    expect((await trigger('signed', form, sign(form), type)).status).toBe(202);
  });

  it('refuse everybody while the workspace does not have the secret', async () => {
    await deploy('missing', { auth: { type: 'bearer', secret: '{{NOT_THERE}}' } });
    expect((await trigger('missing', '{}', { authorization: 'Bearer ' })).status).toBe(401);
  });

  it('answer 403 to an address that is not on the list', async () => {
    await deploy('elsewhere', { allowedIps: ['192.0.2.0/24'] });
    const refused = await trigger('elsewhere', '{}');
    expect([refused.status, refused.body.code]).toEqual([403, 'TRIGGER_FORBIDDEN']);
    await deploy('here', { allowedIps: ['127.0.0.0/8'] });
    expect((await trigger('here', '{}')).status).toBe(202);
  });

  it('are refused on save when the secret stands in the definition itself, or an address is none', async () => {
    for (const config of [
      { auth: { type: 'bearer', secret: 'in clear' } },
      { allowedIps: ['10.0.0.0/33'] },
    ]) {
      const blocks = [
        { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'x', ...config } },
      ];
      const body = { name: 'x', definition: { blocks } };
      const answer = await api.request('POST', '/api/v1/workflows', { key: tenant.apiKey, body });
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    }
  });
});

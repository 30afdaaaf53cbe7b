/** Who may call a trigger URL, over HTTP; no workflow runs here. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { storeHookSecret, webhookTriggers } from '../testing/webhook-triggers.js';

const api = openTestApi();
const { deploy, post: trigger } = webhookTriggers(api);

beforeAll(() => storeHookSecret(api, 'the secret'));

describe('a message signed as Standard Webhooks', () => {
  const secret = 'the secret';
  const signed = (id: string, text: string): Record<string, string> => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const content = `${id}.${timestamp}.${text}`;
    const signature = createHmac('sha256', secret).update(content).digest('base64');
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
  };
  const auth = { type: 'standard-webhooks', secret: '{{HOOK}}' };

  it('starts one execution, whichever unsigned idempotency key it carries', async () => {
    await deploy('standard', { auth });
    const headers = signed('msg_1', '{"n":1}');
    const ids = new Set<string>();
    for (const key of [null, 'z1', 'z2', 'z3']) {
      const unsigned: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
      const answer = await trigger<'triggerWorkflow'>('standard', '{"n":1}', {
        ...headers,
        ...unsigned,
      });
      expect(answer.status).toBe(202);
      ids.add(answer.body.data.executionId);
    }
    expect(ids.size).toBe(1);
  });

  it('is refused without its id', async () => {
    await deploy('standard-id', { auth });
    const { 'webhook-id': _, ...headers } = signed('msg_2', '{}');
    const withKey = { ...headers, 'idempotency-key': 'msg_2' };
    expect((await trigger('standard-id', '{}', withKey)).status).toBe(401);
  });

  it('is verified with its body even when the path is percent-encoded', async () => {
    await deploy('encoded', { auth });
    const headers = signed('msg_3', '');
    const raw = { text: '{"forged":true}', type: 'application/json' };
    const url = (await api.triggerPath('encoded')).replace('trigger', '%74rigger');
    expect((await api.request('POST', url, { raw, headers })).status).toBe(401);
  });
});

describe('checks of a webhook trigger', () => {
  it('answer 401 without an execution unless the caller sends the secret', async () => {
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

  it('verify a signature over the raw bytes, also for URL-encoded forms', async () => {
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

  it('answer 401 to every caller while the workspace lacks the secret', async () => {
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

  it('are rejected on save when the secret is in clear text or an address is invalid', async () => {
    for (const config of [
      { auth: { type: 'bearer', secret: 'in clear' } },
      { allowedIps: ['10.0.0.0/33'] },
    ]) {
      const blocks = [
        { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'x', ...config } },
      ];
      const body = { name: 'x', definition: { blocks } };
      const answer = await api.call('POST', 'workflows', { body });
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    }
  });
});

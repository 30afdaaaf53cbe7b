/** Which calls of a trigger URL the api takes, over HTTP; no workflow runs here. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';
import { storeHookSecret, webhookTriggers } from '../testing/webhook-triggers.js';

const api = openTestApi();
const { deploy } = webhookTriggers(api);

beforeAll(() => storeHookSecret(api, 'the secret'));

describe('methods of a webhook trigger', () => {
  it('default to POST, and any method not configured gets 405 with Allow', async () => {
    const asked = async (method: HttpMethod, path: string): Promise<Answer> =>
      api.request(method, await api.triggerPath(path));
    await deploy('plain', {});
    await deploy('many', { methods: ['PUT', 'GET', 'HEAD', 'DELETE', 'PATCH'] });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const refused = await asked(method, 'plain');
      expect([method, refused.status, refused.body.code, refused.headers['allow']]).toEqual([
        method,
        405,
        'METHOD_NOT_ALLOWED',
        'POST',
      ]);
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const) {
      const taken = await asked(method, 'many');
      expect([method, taken.status, taken.headers['cache-control']]).toEqual([
        method,
        202,
        'no-store',
      ]);
    }
    for (const method of ['POST', 'OPTIONS', 'PROPFIND'] as HttpMethod[]) {
      const refused = await asked(method, 'many');
      expect([refused.status, refused.headers['allow']]).toEqual([
        405,
        'DELETE, GET, HEAD, PATCH, PUT',
      ]);
    }
    const nobody = (await api.triggerPath('many')).replace('many', 'nobody-listens');
    expect((await api.request('GET', nobody)).status).toBe(404);
  });

  it('is refused with 400 and the place of a character that can not be stored', async () => {
    await deploy('odd', {});
    const path = await api.triggerPath('odd');
    const answer = await api.request('POST', `${path}?x=a%00b`, { body: {} });
    expect([answer.status, answer.body.code]).toEqual([400, 'FORBIDDEN_CHARACTER']);
    expect(answer.body.error).toContain('query.x');
  });

  it('must be equal, like the query, when an idempotency key repeats', async () => {
    await deploy('keyed', { methods: ['GET', 'DELETE', 'POST'] });
    const path = await api.triggerPath('keyed');
    const ask = <Of = Refusal>(
      method: HttpMethod,
      query: string,
      key: string,
    ): Promise<Answer<Of>> =>
      api.request(method, path + query, { headers: { 'idempotency-key': key } });
    const first = await ask<'triggerWorkflow'>('GET', '?order=7', 'a');
    const again = await ask<'triggerWorkflow'>('GET', '?order=7', 'a');
    expect(again.body.data.executionId).toBe(first.body.data.executionId);
    expect((await ask('GET', '?order=8', 'a')).body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await ask('DELETE', '?order=7', 'a')).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('a body that is no form', () => {
  it('may be XML or text, in a charset that its type names', async () => {
    await deploy('plain-text', {});
    const path = await api.triggerPath('plain-text');
    const send = (type: string, body: string) =>
      api.request('POST', path, { raw: { text: body, type } });
    for (const type of ['text/xml', 'application/soap+xml; charset=utf-8', 'text/csv'])
      expect([type, (await send(type, '<a>é</a>')).status]).toEqual([type, 202]);
    const unknown = await send('text/plain; charset=klingon', 'a');
    expect([unknown.status, unknown.body]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
  });
});

describe('a multipart form', () => {
  const form = (...parts: readonly string[]): Buffer =>
    Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
  const send = async (body: Buffer, type = 'multipart/form-data; boundary=b') =>
    api.request('POST', await api.triggerPath('forms'), { raw: { text: body, type } });
  const file = (size: number): string =>
    `content-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n${'x'.repeat(size)}`;

  it('is accepted within its limits at a trigger URL only', async () => {
    await deploy('forms', {});
    const field = 'content-disposition: form-data; name="a"\r\n\r\n1';
    expect((await send(form(field, file(1_000)))).status).toBe(202);
    for (const large of [
      form(file(6 * 1024 * 1024)),
      form(file(3 * 1024 * 1024), file(3 * 1024 * 1024)),
      form(`${field}${'1'.repeat(1024 * 1024)}`),
      form(...Array.from({ length: 51 }, () => file(1))),
      form(...Array.from({ length: 501 }, () => field)),
    ]) {
      const refused = await send(large);
      expect([refused.status, refused.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    }
    for (const [broken, type] of [
      [form(field).subarray(0, -8), undefined],
      [form(field), 'multipart/form-data'],
    ] as const) {
      const refused = await send(broken, type);
      expect([refused.status, refused.body.code]).toEqual([400, 'MALFORMED_REQUEST']);
    }
    const raw = { text: form(field), type: 'multipart/form-data; boundary=b' };
    const elsewhere = await api.call('POST', 'workflows', { raw });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is verified over its raw bytes like any other body', async () => {
    await deploy('signed-form', { auth: { type: 'hmac', header: 'x-sig', secret: '{{HOOK}}' } });
    const body = form(file(10));
    const headers = { 'x-sig': createHmac('sha256', 'the secret').update(body).digest('hex') };
    const raw = { text: body, type: 'multipart/form-data; boundary=b' };
    const path = await api.triggerPath('signed-form');
    expect((await api.request('POST', path, { raw, headers })).status).toBe(202);
    expect((await api.request('POST', path, { raw, headers: { 'x-sig': 'no' } })).status).toBe(401);
  });
});

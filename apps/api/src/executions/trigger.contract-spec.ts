/** Decisions the api itself makes at a trigger URL, over HTTP; no workflow runs here. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, headers, topics } from '@libs/contracts';
import { createHmac, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { IdempotencyKeys } from './idempotency-keys.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const logger = pino({ level: 'silent' });
const api = openTestApi();

beforeAll(async () => {
  const secret = { key: api.tenant.apiKey, body: { value: 'the secret' } };
  await api.request('PUT', `/api/v1/workspaces/${api.tenant.workspaceId}/secrets/HOOK`, secret);
});

/** @returns the workflow's id */
const deploy = (path: string, config: object, key = api.tenant.apiKey): Promise<string> =>
  api.deploy(
    { blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }] },
    key,
  );

const trigger = <Of = Refusal>(
  path: string,
  text: string,
  headers: Record<string, string> = {},
  type = 'application/json',
): Promise<Answer<Of>> =>
  api.request('POST', `/api/webhooks/trigger/${path}`, { raw: { text, type }, headers });

describe('methods of a webhook trigger', () => {
  it('are those configured, POST without a word: any other is 405 with Allow, before who calls is asked', async () => {
    const asked = (method: HttpMethod, path: string): Promise<Answer> =>
      api.request(method, `/api/webhooks/trigger/${path}`);
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
    expect((await asked('GET', 'nobody-listens')).status).toBe(404);
  });

  it('and what they ask for are part of what an idempotency key names', async () => {
    await deploy('keyed', { methods: ['GET', 'DELETE', 'POST'] });
    const ask = <Of = Refusal>(
      method: HttpMethod,
      query: string,
      key: string,
    ): Promise<Answer<Of>> =>
      api.request(method, `/api/webhooks/trigger/keyed${query}`, {
        headers: { 'idempotency-key': key },
      });
    const first = await ask<'triggerWorkflow'>('GET', '?order=7', 'a');
    const again = await ask<'triggerWorkflow'>('GET', '?order=7', 'a');
    expect(again.body.data.executionId).toBe(first.body.data.executionId);
    expect((await ask('GET', '?order=8', 'a')).body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await ask('DELETE', '?order=7', 'a')).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('an idempotency key', () => {
  const call = async (path: string, key: string): Promise<string> => {
    const { status, body } = await trigger<'triggerWorkflow'>(path, '{}', {
      'idempotency-key': key,
    });
    expect(status).toBe(202);
    return body.data.executionId;
  };

  it('means nothing to another workflow, of another tenant, that got the path', async () => {
    const former = await deploy('orders', {});
    const first = await call('orders', '7');
    expect(await call('orders', '7')).toBe(first);
    await api.call('DELETE', `workflows/${former}`);
    const other = await createTenant(api);
    await deploy('orders', {}, other.apiKey);
    expect(await call('orders', '7')).not.toBe(first);
  });

  it('tells the runner when it was reserved, and of a repeat that it is one', async () => {
    await deploy('reserved', {});
    const first = await call('reserved', 'r');
    const forget = 'update idempotency_key set appended_at = null where execution_id = $1';
    await api.pool.query(forget, [first]);
    expect(await call('reserved', 'r')).toBe(first);
    const found: [boolean, string | undefined][] = [];
    for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests)) {
      const place = { topic: topics.requests, partition };
      await api.eventLog.readRange(place, 0, end, (records) => {
        for (const { key, value, headers: marks } of records) {
          const record = key === first ? decodeRecord(value) : null;
          if (record?.type === 'ExecutionRequested')
            found.push([record.data.repeat, marks[headers.reservedAt]]);
        }
      });
    }
    expect(found).toEqual([
      [false, expect.stringMatching(/^\d{13}$/)],
      [true, undefined],
    ]);
  });

  it('is known to a database that was restored from an older copy, once the log of requests was read', async () => {
    await deploy('restored', {});
    const first = await call('restored', 'before');
    const { pool } = api.database;
    await pool.query('delete from idempotency_key');
    await pool.query("update census_done set instance = 'before'");
    expect(await call('restored', 'before')).toBe(first);
    expect(await call('restored', 'after')).not.toBe(first);
    const { body } = await trigger('restored', '{"n":2}', { 'idempotency-key': 'before' });
    expect(body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('is answered 503 while that can not be read, and nothing runs', async () => {
    await api.pool.query("update census_done set instance = 'before'");
    const keys = new IdempotencyKeys(api.database, logger, { complete: () => Promise.resolve() });
    const { workspaceId } = api.tenant;
    const hash = () => Promise.resolve(Buffer.alloc(32));
    const request = { scope: 'scope', key: 'unread', hash, workspaceId };
    const reserved = keys.reserve(request, randomUUID(), () => Promise.reject(new Error('asked')));
    await expect(reserved).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    const { rowCount } = await api.pool.query("select from idempotency_key where key = 'unread'");
    expect(rowCount).toBe(0);
  });

  it('is kept for thirty days', async () => {
    await deploy('kept', {});
    const first = await call('kept', 'a');
    const age = (days: number): Promise<unknown> =>
      api.pool.query(
        'update idempotency_key set created_at = now() - make_interval(days => $1) where execution_id = $2',
        [days, first],
      );
    const keys = new IdempotencyKeys(api.database, logger, { complete: () => Promise.resolve() });
    await age(29);
    await keys.sweep();
    expect(await call('kept', 'a')).toBe(first);
    await age(31);
    await keys.sweep();
    expect(await call('kept', 'a')).not.toBe(first);
  });
});

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

  it('is one execution, whatever unsigned idempotency keys come with it', async () => {
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

  it('is checked with its body however the path is written', async () => {
    await deploy('encoded', { auth });
    const headers = signed('msg_3', '');
    const raw = { text: '{"forged":true}', type: 'application/json' };
    const url = '/api/webhooks/%74rigger/encoded';
    expect((await api.request('POST', url, { raw, headers })).status).toBe(401);
  });
});

describe('a multipart form', () => {
  const form = (...parts: readonly string[]): Buffer =>
    Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
  const send = (body: Buffer, url = 'forms', type = 'multipart/form-data; boundary=b') =>
    api.request('POST', `/api/webhooks/trigger/${url}`, { raw: { text: body, type } });
  const file = (size: number): string =>
    `content-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n${'x'.repeat(size)}`;

  it('is taken at a trigger URL within its bounds, and nowhere else', async () => {
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
      const refused = await send(broken, 'forms', type);
      expect([refused.status, refused.body.code]).toEqual([400, 'MALFORMED_REQUEST']);
    }
    const raw = { text: form(field), type: 'multipart/form-data; boundary=b' };
    const elsewhere = await api.call('POST', 'workflows', { raw });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is signed over its bytes like any other body', async () => {
    await deploy('signed-form', { auth: { type: 'hmac', header: 'x-sig', secret: '{{HOOK}}' } });
    const body = form(file(10));
    const headers = { 'x-sig': createHmac('sha256', 'the secret').update(body).digest('hex') };
    const raw = { text: body, type: 'multipart/form-data; boundary=b' };
    const path = '/api/webhooks/trigger/signed-form';
    expect((await api.request('POST', path, { raw, headers })).status).toBe(202);
    expect((await api.request('POST', path, { raw, headers: { 'x-sig': 'no' } })).status).toBe(401);
  });
});

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
      const answer = await api.call('POST', 'workflows', { body });
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    }
  });
});

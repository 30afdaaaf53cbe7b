import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { type HttpMethod, startTestApi, validDefinition } from '../testing/test-api.js';
import { createApiDatabase, createTenant } from '../testing/test-database.js';

const api = openTestApi();

interface Readiness {
  readonly details: { readonly postgres: { readonly status: string } };
  readonly problems: readonly { readonly part: string; readonly problem: string }[];
}

describe('the HTTP edge', () => {
  it('answers 401 MISSING_API_KEY without a key and INVALID_API_KEY with a wrong one', async () => {
    const without = await api.request('GET', '/api/v1/workflows');
    expect([without.status, without.body.code]).toEqual([401, 'MISSING_API_KEY']);
    for (const key of ['fl_wrong', 'x'.repeat(5_000)]) {
      const wrong = await api.call('GET', 'workflows', { key });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_API_KEY']);
      expect(JSON.stringify(wrong.body)).not.toContain(key);
    }
  });

  it('lets no cache keep what a key reads', async () => {
    for (const path of ['workflows', `logs?workspaceId=${api.tenant.workspaceId}`, 'me']) {
      const { headers } = await api.call('GET', path);
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });

  it('sends no rate-limit headers without a valid key', async () => {
    for (const key of [undefined, 'fl_wrong']) {
      const { workspaceId } = api.tenant;
      const answer = await api.call('GET', `logs?workspaceId=${workspaceId}`, { key });
      expect(answer.status).toBe(401);
      const names = Object.keys(answer.headers);
      expect(names.filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
  });

  it('answers 403 MISSING_SCOPE naming the scope', async () => {
    const { apiKey } = await createTenant(api, { scopes: ['logs:read'] });
    const answer = await api.call('POST', 'workflows', { key: apiKey, body: {} });
    expect([answer.status, answer.body.code]).toEqual([403, 'MISSING_SCOPE']);
    expect(answer.body.error).toContain('workflows:write');
  });

  it.each([
    ['cut off', '{"name":'],
    ['no JSON at all', 'hello'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['nested 50,000 levels deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('answers 400 MALFORMED_JSON to a body that is %s', async (_, text) => {
    const answer = await api.call('POST', 'workflows', { raw: { text, type: 'application/json' } });
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED_JSON']);
  });

  it.each([
    ['{"a": {"__proto__": {"polluted": true}}}', 'The key "__proto__" at body.a is not allowed'],
    ['{"constructor": {"prototype": 1}}', 'The key "constructor.prototype" at body is not allowed'],
  ])('answers 400 FORBIDDEN_KEY to %s with the name of the key', async (text, error) => {
    const answer = await api.call('POST', 'workflows', { raw: { text, type: 'application/json' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: `${error}; rename it`, code: 'FORBIDDEN_KEY' },
    });
  });

  it.each([
    ['{"a": "x\\u0000y"}', 'The text at body.a has the character U+0000'],
    ['{"a": ["\\ud800"]}', 'The text at body.a[0] has half of a surrogate pair'],
  ])('answers 400 FORBIDDEN_CHARACTER to %s with its place', async (text, error) => {
    const answer = await api.call('POST', 'workflows', { raw: { text, type: 'application/json' } });
    expect([answer.status, answer.body.code]).toEqual([400, 'FORBIDDEN_CHARACTER']);
    expect(answer.body.error).toContain(error);
  });

  it('answers 413 BODY_TOO_LARGE above 10 MB', async () => {
    const text = `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`;
    const answer = await api.call('POST', 'workflows', { raw: { text, type: 'application/json' } });
    expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', undefined])(
    'answers 415 UNSUPPORTED_MEDIA_TYPE to a body of type %s',
    async (type) => {
      const raw = { text: 'a=b', ...(type !== undefined && { type }) };
      const answer = await api.call('POST', 'workflows', { raw });
      expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it('accepts any +json type, and reads an empty JSON body as {}', async () => {
    const cloudEvent = await api.call('POST', 'workflows', {
      raw: { text: '{}', type: 'application/cloudevents+json; charset=utf-8' },
    });
    expect([cloudEvent.status, cloudEvent.body.code]).toEqual([422, 'INVALID_REQUEST']);
    const empty = await api.call('POST', 'workflows', {
      raw: { text: '', type: 'application/json' },
    });
    expect([empty.status, empty.body.code]).toEqual([422, 'INVALID_REQUEST']);
  });

  it('names an unknown parameter with the allowed ones, and an unknown field', async () => {
    const { apiKey: key } = api.tenant;
    const answer = await api.call('GET', 'workflows?colour=red', { key });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(answer.body.error).toBe(
      'The request is not valid: colour: Unknown parameter; allowed: cursor, deployed, folderId, include, limit, order, search, sort, trigger, workspaceId',
    );
    const body = { name: 'n', definition: validDefinition('n'), colour: 'red' };
    const field = await api.call('POST', 'workflows', { key, body });
    expect([field.status, field.body.error]).toEqual([
      422,
      'The request is not valid: colour: Unknown field',
    ]);
  });

  it('answers 404 NOT_FOUND to an unknown path and 400 to a malformed one', async () => {
    const unknown = await api.request('GET', '/api/v1/nothing/here');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const broken = await api.call('GET', 'workflows/%zz');
    expect([broken.status, broken.body.code]).toEqual([400, 'MALFORMED_REQUEST']);
    expect(broken.headers['x-request-id']).toEqual(expect.any(String));
  });

  it('answers 405 METHOD_NOT_ALLOWED with Allow at a known path', async () => {
    const answer = await api.call('PATCH', 'workflows?limit=1', { body: {} });
    expect([answer.status, answer.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    const resume = await api.request('GET', '/api/webhooks/resume/some/token');
    expect([resume.status, resume.headers['allow']]).toEqual([405, 'POST']);
  });

  it.each<[what: string, method: HttpMethod, path: string, text: string | undefined]>([
    ['a missing key', 'GET', '/api/v1/workflows', undefined],
    ['an unknown path', 'GET', '/nowhere', undefined],
    ['a path that cannot be decoded', 'GET', '/api/v1/workflows/%zz', undefined],
    ['a method that the path does not have', 'PATCH', '/api/v1/workflows', '{}'],
    ['JSON that is not valid', 'POST', '/api/v1/workflows', '{'],
    ['a body that is too large', 'POST', '/api/v1/workflows', `"${'x'.repeat(11 * 1024 * 1024)}"`],
    ['an unknown trigger', 'POST', '/api/webhooks/trigger/nobody/nowhere', '{}'],
  ])('names the request in the refusal of %s', async (_, method, path, text) => {
    const raw = text === undefined ? {} : { raw: { text, type: 'application/json' } };
    const { status, body, headers } = await api.request(method, path, raw);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.requestId).toBe(headers['x-request-id']);
  });

  it('gives every response a new request id, even if the caller sends one', async () => {
    const headers = { 'x-request-id': 'trace-1.2' };
    const answer = await api.request('GET', '/health/live', { headers });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers 400, not 500, to a path with a NUL in it', async () => {
    for (const path of ['%00', '%00/orders', 'token/%00']) {
      const answer = await api.request('POST', `/api/webhooks/trigger/${path}`, { body: {} });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    }
  });

  it.each([
    ['an answer', '/health/live', 200],
    ['a refusal', '/api/v1/workflows', 401],
    ['a path that does not exist', '/nowhere', 404],
  ])('sets security headers on %s', async (_, path, status) => {
    const answer = await api.request('GET', path);
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
  });

  it('refuses a revoked key within two seconds', async () => {
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'short-lived' },
    });
    const { key, id } = made.body.data;
    expect((await api.call('GET', 'workflows', { key })).status).toBe(200);
    expect((await api.call('DELETE', `api-keys/${id}`)).status).toBe(204);
    const deadline = Date.now() + 2_000;
    let status = 200;
    while (status === 200 && Date.now() < deadline)
      status = (await api.call('GET', 'workflows', { key })).status;
    expect(status).toBe(401);
  });
});

describe('the HTTP edge without a database', () => {
  it('answers 503 UNAVAILABLE with Retry-After, and readiness names the problem', async () => {
    const away = await createApiDatabase();
    const cut = await startTestApi(away);
    const { apiKey } = await createTenant(away);
    await away.database.pool.end();
    const closed = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    away.database.pool.query = () => Promise.reject(closed);
    const answer = await cut.request('GET', '/api/v1/workflows', { key: apiKey });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '2',
    ]);
    const readiness = await cut.request<Readiness>('GET', '/health/ready');
    expect([readiness.status, readiness.body.details.postgres.status]).toEqual([503, 'down']);
    expect(readiness.body.problems).toContainEqual({
      part: 'postgres',
      problem: 'the database does not answer',
    });
    await cut.close();
    await away.database.dataSource.destroy();
  });
});

/** Sessions of browsers: their rights, their end, and where requests with them may come from. */
import { describe, expect, it } from '@jest/globals';
import type { Operations } from '@libs/client';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { closed, filled, isStream, withRequiredQuery } from '../testing/documented-routes.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { HttpMethod } from '../testing/test-api.js';
import { createMember, createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi({ env: { FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000' } });
const ourPage = { 'sec-fetch-site': 'same-origin' };

type Created = Operations['createSession']['answer'];

async function signIn(body: object): Promise<{ cookie: string; session: Created['data'] }> {
  const answer = await api.request<'createSession'>('POST', '/api/v1/sessions', { body });
  expect(answer.status).toBe(201);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, session: answer.body.data };
}

const ask = (cookie: string, method: HttpMethod, path: string, headers: object = ourPage) =>
  api.request(method, `/api/v1/${path}`, {
    headers: { cookie, ...headers },
    ...(method === 'POST' && { body: { name: `n${randomUUID()}` } }),
  });

async function linkFor(tenant: Tenant, userId: string): Promise<string> {
  const path = `/api/v1/workspaces/${tenant.workspaceId}/members/${userId}/sign-in-links`;
  const { body } = await api.request<'createSignInLink'>('POST', path, { key: tenant.apiKey });
  return new URL(body.data.url).hash.replace('#token=', '');
}

const refused = async (cookie: string): Promise<true | null> =>
  (await ask(cookie, 'GET', 'me')).status === 401 ? true : null;

describe('a session', () => {
  it('has the rights and the workspace of its key, in a cookie that no script reads', async () => {
    const path = '/api/v1/sessions';
    const { headers } = await api.request('POST', path, { body: { apiKey: api.tenant.apiKey } });
    expect(String(headers['set-cookie'])).toMatch(
      /^fl_session=[\w-]{43}; (?=.*HttpOnly)(?=.*SameSite=Strict)(?=.*Path=\/)/,
    );
    const { cookie, session } = await signIn({ apiKey: api.tenant.apiKey });
    const { workspaceId } = api.tenant;
    expect(session.workspaces).toMatchObject([{ id: workspaceId, role: 'owner' }]);
    expect((await ask(cookie, 'GET', 'me')).body).toMatchObject({ data: { workspaceId } });
    expect((await ask(cookie, 'GET', 'sessions/current')).body).toEqual({ data: session });
    const { rows } = await api.pool.query('select * from session');
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  it('is refused with a wrong key, a wrong token, both, or neither', async () => {
    for (const [body, status] of [
      [{ apiKey: 'fl_wrong' }, 401],
      [{ signInToken: 'A'.repeat(43) }, 401],
      [{ signInToken: 'short' }, 422],
      [{ apiKey: api.tenant.apiKey, signInToken: 'A'.repeat(43) }, 422],
      [{}, 422],
    ] as const)
      expect(await api.request('POST', '/api/v1/sessions', { body })).toMatchObject({ status });
  });

  it('ends with its key within two seconds, and is no way around its expiry', async () => {
    const { body } = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'laptop', userId: null },
    });
    const { key = '', id } = body.data;
    const { cookie } = await signIn({ apiKey: key });
    expect(await ask(cookie, 'GET', 'me')).toMatchObject({ status: 200 });
    expect((await api.call('DELETE', `api-keys/${id}`)).status).toBe(204);
    await eventually('the session is refused', () => refused(cookie));
  });

  it('is listed by device and ended from another one', async () => {
    const tenant = await createTenant(api);
    const [one, two] = [
      await signIn({ apiKey: tenant.apiKey }),
      await signIn({ apiKey: tenant.apiKey }),
    ];
    const listed = await ask(two.cookie, 'GET', 'sessions');
    expect(listed.body).toMatchObject({
      data: [
        { id: two.session.id, current: true },
        { id: one.session.id, current: false },
      ],
    });
    expect((await ask(two.cookie, 'DELETE', `sessions/${one.session.id}`)).status).toBe(204);
    await eventually('the other session is refused', () => refused(one.cookie));
    const left = await ask(two.cookie, 'DELETE', 'sessions/current');
    expect(left).toMatchObject({ status: 204 });
    expect(String(left.headers['set-cookie'])).toMatch(/^fl_session=; .*Expires=Thu, 01 Jan 1970/);
    await eventually('it is refused', () => refused(two.cookie));
  });

  it('is out of reach for other keys and people', async () => {
    const [mine, theirs] = [await createTenant(api), await createTenant(api)];
    const { session } = await signIn({ apiKey: mine.apiKey });
    for (const key of [theirs.apiKey, (await createMember(api, mine, 'owner')).apiKey]) {
      const { status, body } = await api.request<'listSessions'>('GET', '/api/v1/sessions', {
        key,
      });
      expect([status, body.data]).toEqual([200, []]);
      const path = `/api/v1/sessions/${session.id}`;
      expect(await api.request('DELETE', path, { key })).toMatchObject({ status: 404 });
    }
  });

  it('is one of fifty: the oldest ends', async () => {
    const tenant = await createTenant(api);
    const first = await signIn({ apiKey: tenant.apiKey });
    for (let n = 0; n < 50; n += 1) await signIn({ apiKey: tenant.apiKey });
    await eventually('the oldest session is refused', () => refused(first.cookie));
  });

  it('ends when nobody used it for twelve hours', async () => {
    const { cookie, session } = await signIn({ apiKey: api.tenant.apiKey });
    const idle = `update session set last_seen_at = now() - interval '12 hours 1 second' where id = $1`;
    await api.pool.query(idle, [session.id]);
    await eventually('it is refused', () => refused(cookie));
  });

  it('reads pages of logs without using up the calls of its account', async () => {
    const tenant = await createTenant(api, { plan: 'free' });
    const { cookie } = await signIn({ apiKey: tenant.apiKey });
    for (let n = 0; n < 12; n += 1) {
      const page = await ask(cookie, 'GET', `logs?workspaceId=${tenant.workspaceId}`);
      expect([page.status, page.headers['x-ratelimit-limit']]).toEqual([200, '600']);
    }
    const tail = await ask(cookie, 'GET', `logs/tail?workspaceId=${tenant.workspaceId}`);
    expect(tail.headers).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '9',
    });
  });

  it('is recorded in the audit trail when it is made and when it is ended', async () => {
    const tenant = await createTenant(api);
    const { cookie, session } = await signIn({ apiKey: tenant.apiKey });
    await ask(cookie, 'DELETE', 'sessions/current');
    const path = '/api/v1/audit';
    const { body } = await api.request<'listAuditEvents'>('GET', path, { key: tenant.apiKey });
    expect(body.data).toMatchObject([
      { action: 'endSession', status: 204 },
      { action: 'createSession', status: 201, targetId: session.id },
    ]);
  });
});

describe('a sign-in link', () => {
  it('signs a member in once, with their role, in the workspace of the link only', async () => {
    const [tenant, other] = [await createTenant(api), await createTenant(api)];
    const { userId } = await createMember(api, tenant, 'viewer');
    // A workspace needs an owner when a member is removed.
    await createMember(api, tenant, 'owner');
    await api.pool.query(
      `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'owner')`,
      [other.workspaceId, userId],
    );
    const signInToken = await linkFor(tenant, userId);
    const { cookie, session } = await signIn({ signInToken });
    expect(session).toMatchObject({
      userId,
      workspaces: [{ id: tenant.workspaceId, role: 'viewer' }],
    });
    expect(await api.request('POST', '/api/v1/sessions', { body: { signInToken } })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SIGN_IN_LINK' },
    });
    expect(await ask(cookie, 'POST', 'folders')).toMatchObject({ status: 403 });
    const elsewhere = { ...ourPage, 'x-workspace-id': other.workspaceId };
    expect(await ask(cookie, 'GET', 'me', elsewhere)).toMatchObject({
      status: 403,
      body: { code: 'WORKSPACE_NOT_ALLOWED' },
    });
    const path = `/api/v1/workspaces/${tenant.workspaceId}/members/${userId}`;
    const { status } = await api.request('DELETE', path, { key: tenant.apiKey });
    expect(status).toBe(204);
    await eventually('it is refused', () => refused(cookie));
  });

  it('is made by owners, for members of their workspace', async () => {
    const [tenant, other] = [await createTenant(api), await createTenant(api)];
    const [editor, stranger] = [
      await createMember(api, tenant, 'editor'),
      await createMember(api, other, 'viewer'),
    ];
    const of = (id: string) =>
      `/api/v1/workspaces/${tenant.workspaceId}/members/${id}/sign-in-links`;
    const ask = (key: string, id: string) => api.request('POST', of(id), { key });
    expect(await ask(editor.apiKey, editor.userId)).toMatchObject({ status: 403 });
    expect(await ask(tenant.apiKey, stranger.userId)).toMatchObject({ status: 404 });
    expect(await ask(other.apiKey, editor.userId)).toMatchObject({ status: 404 });
  });
});

describe('a request with a session', () => {
  it('that only reads may name its workspace in the query, as a link to a download does', async () => {
    const [tenant, other] = [await createTenant(api), await createTenant(api)];
    const { cookie } = await signIn({ apiKey: tenant.apiKey });
    const download = (workspaceId: string) =>
      ask(cookie, 'GET', `logs/export?format=csv&workspaceId=${workspaceId}`);
    expect(await download(tenant.workspaceId)).toMatchObject({ status: 200 });
    expect(await download(other.workspaceId)).toMatchObject({
      status: 403,
      body: { code: 'WORKSPACE_NOT_ALLOWED' },
    });
    expect(await download('nowhere')).toMatchObject({ status: 400 });
  });

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ host: 'flow.example:3000', origin: 'http://flow.example:3000' }, 201],
    [{ host: 'localhost:3000', origin: 'http://localhost:4000' }, 403],
    [{ host: 'localhost:3000', origin: 'null' }, 403],
    [{}, 403],
  ])('that changes something must come from our pages: %j', async (headers, status) => {
    const { cookie } = await signIn({ apiKey: api.tenant.apiKey });
    const answer = await ask(cookie, 'POST', 'folders', headers);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    expect(await ask(cookie, 'GET', 'folders', headers)).toMatchObject({ status: 200 });
  });

  it('of another site signs nobody in', async () => {
    const body = { apiKey: api.tenant.apiKey };
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await api.request('POST', '/api/v1/sessions', { body, headers })).toMatchObject({
      status: 403,
    });
  });

  it('and with a key is one of the key', async () => {
    const { cookie } = await signIn({ apiKey: api.tenant.apiKey });
    const headers = { cookie, 'x-api-key': api.stranger.apiKey };
    const { body } = await api.request('GET', '/api/v1/me', { headers });
    expect(body).toMatchObject({ data: { workspaceId: api.stranger.workspaceId } });
  });

  it.each(['', 'x', '9'.repeat(9_000), 'A'.repeat(43)])(
    'is refused with the token %#',
    async (token) => {
      const { status } = await ask(`fl_session=${token}`, 'GET', 'me');
      expect([401, 431]).toContain(status);
    },
  );

  it('is refused on every changing route for a viewer, as with the key', async () => {
    const { apiKey } = await createMember(api, api.tenant, 'viewer');
    const { cookie } = await signIn({ apiKey });
    const document = await api.request<OpenApiDocument>('GET', '/openapi.json');
    const changing = closed(document.body).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(40);
    const own = new Set(['endSession', 'endOtherSession']);
    for (const route of changing) {
      if (own.has(route.operation.operationId)) continue;
      const url = filled(route.path, { workspaceId: api.tenant.workspaceId });
      const request = { body: {} };
      const [byKey, bySession] = [
        await api.request(route.method, url, { ...request, key: apiKey }),
        await api.request(route.method, url, { ...request, headers: { cookie, ...ourPage } }),
      ];
      expect([url, bySession.status]).toEqual([url, byKey.status]);
      if (route.operation['x-required-role'] !== 'viewer')
        expect([url, bySession.status]).toEqual([url, 403]);
    }
  });

  it('can do no more than a narrow key on any route', async () => {
    const { body } = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'narrow', scopes: ['logs:read'], role: 'viewer', userId: null },
    });
    const { key = '' } = body.data;
    const { cookie } = await signIn({ apiKey: key });
    const document = await api.request<OpenApiDocument>('GET', '/openapi.json');
    for (const route of closed(document.body)) {
      if (isStream(route) || route.operation.operationId.endsWith('Session')) continue;
      const path = filled(route.path, { workspaceId: api.tenant.workspaceId });
      const url = withRequiredQuery(path, route, api.tenant.workspaceId);
      const request = route.method === 'GET' ? {} : { body: {} };
      const [byKey, bySession] = [
        await api.request(route.method, url, { ...request, key }),
        await api.request(route.method, url, { ...request, headers: { cookie, ...ourPage } }),
      ];
      expect([url, bySession.status]).toEqual([url, byKey.status]);
    }
  });
});

/** Sign-in with a real OpenID provider on loopback, and with some that do not work. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  begin,
  callbackOf,
  type Ended,
  memberOf,
  publicUrl,
  refusal,
  sessionOf,
  setCookies,
  signInAt,
} from '../testing/oidc-flow.js';
import { type Person, startOidcLogin } from '../../../../test/support/oidc-login.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';

const login = await startOidcLogin(
  { clientId: 'flow', clientSecret: 'a secret of a test', redirectUri: callbackOf('sso') },
  false,
);

/** By the first part of the path. */
const metadata: Readonly<Record<string, (origin: string) => object>> = {
  large: () => ({ issuer: 'x'.repeat(1_000_000) }),
  other: () => ({ issuer: login.issuer }),
  insecure: (origin) => ({
    ...{ issuer: `${origin}/insecure`, jwks_uri: `${login.issuer}/jwks` },
    authorization_endpoint: 'http://login.example/auth',
  }),
};
const broken = createServer(({ url = '', headers }, response) => {
  const [, name = ''] = url.split('/');
  const answer = metadata[name]?.(`http://${headers.host ?? ''}`);
  if (name === 'moved') response.writeHead(302, { location: login.issuer });
  else if (answer === undefined) response.writeHead(500);
  else response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer ?? {}));
});
await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
const { port: brokenPort } = broken.address() as AddressInfo;
const names = [...Object.keys(metadata), 'moved', 'failing'];
const brokenOnes = Object.fromEntries([
  ...names.map((name) => [name, `http://127.0.0.1:${brokenPort}/${name}`]),
  ['gone', 'http://127.0.0.1:1'],
  // No EGRESS_ALLOW has it.
  ['denied', 'http://[::1]:1'],
]) as Record<string, string>;

const api = openTestApi({
  env: {
    EGRESS_ALLOW: '127.0.0.0/8',
    FLOWLEDGER_PUBLIC_URL: publicUrl,
    FLOWLEDGER_OIDC_ISSUER: login.issuer,
    FLOWLEDGER_OIDC_CLIENT_ID: 'flow',
    FLOWLEDGER_OIDC_CLIENT_SECRET: 'a secret of a test',
    FLOWLEDGER_OIDC_NAME: 'Company login',
    ...Object.fromEntries(
      Object.entries(brokenOnes).flatMap(([name, issuer]) => [
        [`FLOWLEDGER_OIDC_${name.toUpperCase()}_ISSUER`, issuer],
        [`FLOWLEDGER_OIDC_${name.toUpperCase()}_CLIENT_ID`, 'flow'],
      ]),
    ),
    FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000',
  },
});

afterAll(async () => {
  await login.close();
  broken.closeAllConnections();
  broken.close();
});

const signIn = (person: Person, query?: string): Promise<Ended> =>
  signInAt(api, { login, id: 'sso', ...(query !== undefined && { query }) }, person);

const users = async (): Promise<unknown> =>
  (await api.pool.query('select count(*) as n from app_user')).rows;

describe('sign-in with an OpenID provider', () => {
  it('is listed for the sign-in page', async () => {
    const { body } = await api.request<'listAuthMethods'>('GET', '/api/v1/auth/methods');
    expect(body.data.oidc).toContainEqual({ id: 'sso', name: 'Company login' });
    expect(body.data.oidc).toContainEqual({ id: 'gone', name: 'single sign-on' });
  });

  it('sends the browser away with PKCE, a state, a nonce, and a cookie that nobody reads', async () => {
    const { headers } = await api.request('GET', '/auth/oidc/sso/start');
    const { origin, searchParams } = new URL(String(headers['location']));
    expect([origin, searchParams.get('redirect_uri')]).toEqual([login.issuer, callbackOf('sso')]);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    const [cookie = ''] = setCookies(headers);
    expect(cookie).toMatch(
      /^__Host-fl_oidc=[\w-]+; (?=.*Max-Age=600)(?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Secure)(?=.*Path=\/(?:;|$))/,
    );
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const value = searchParams.get(name) ?? '';
      expect(value.length).toBeGreaterThan(40);
      expect(cookie).not.toContain(value);
    }
  });

  it('gives a member the session of their role in each of their workspaces', async () => {
    const [one, two] = [await createTenant(api), await createTenant(api)];
    const { userId, email } = await memberOf(api, one, 'viewer');
    await api.pool.query(
      `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'editor')`,
      [two.workspaceId, userId],
    );
    const next = `/w/${two.workspaceId}/executions?status=error`;
    const person = { email: email.toUpperCase(), email_verified: true };
    const { location, cookie } = await signIn(person, `?next=${encodeURIComponent(next)}`);
    expect(location).toBe(publicUrl + next);
    const session = await sessionOf(api, cookie);
    expect(session).toMatchObject({ userId, email });
    expect(session.workspaces.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [one.workspaceId, 'viewer'],
        [two.workspaceId, 'editor'],
      ].sort(),
    );
    const asked = (workspaceId: string) =>
      api.request('POST', '/api/v1/folders', {
        body: { name: 'x' },
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-workspace-id': workspaceId },
      });
    expect(await asked(one.workspaceId)).toMatchObject({ status: 403 });
    expect(await asked(two.workspaceId)).toMatchObject({ status: 201 });
    expect(await asked(api.tenant.workspaceId)).toMatchObject({ status: 403 });
    const { rows } = await api.pool.query(
      `select action, status, path, target_id from audit_event where user_id = $1 and action = 'createSession'`,
      [userId],
    );
    const path = '/auth/oidc/sso/callback';
    expect(rows).toEqual([{ action: 'createSession', status: 201, path, target_id: session.id }]);
  });

  it.each([[{ email_verified: false }], [{ email_verified: 'true' }], [{}]])(
    'is refused while the address is not verified: %j',
    async (verified) => {
      const { email } = await memberOf(api, await createTenant(api), 'owner');
      expect(await signIn({ email, ...verified })).toEqual(refusal('unverified_email'));
    },
  );

  it('makes no user of an address that is not that of a member', async () => {
    const { userId, email } = await memberOf(api, await createTenant(api), 'viewer');
    await api.pool.query('delete from workspace_member where user_id = $1', [userId]);
    const before = await users();
    for (const unknown of [email, `no.${randomUUID()}@example.com`])
      expect(await signIn({ email: unknown, email_verified: true })).toEqual(
        refusal('unknown_email'),
      );
    expect(await signIn({ email: 'x', email_verified: true })).toEqual(refusal('unverified_email'));
    expect(await users()).toEqual(before);
  });

  it.each([
    '//evil.example/w/1',
    '/\\evil.example/w/1',
    'https://evil.example/w/1',
    'https:evil.example',
    'javascript:alert(1)',
    '/w/1\r\nset-cookie: a=b',
    '/api/v1/sessions',
  ])('ends in the dashboard, whatever next says: %j', async (next) => {
    const { email } = await memberOf(api, await createTenant(api), 'viewer');
    const query = `?next=${encodeURIComponent(next)}`;
    const { location } = await signIn({ email, email_verified: true }, query);
    expect(location).toBe(`${publicUrl}/`);
  });

  it('asks for metadata once, however many begin', async () => {
    await Promise.all(Array.from({ length: 20 }, () => begin(api, 'sso')));
    expect(login.asked.get('/.well-known/openid-configuration')).toBe(1);
  });
});

describe('a provider that does not work', () => {
  it.each(Object.keys(brokenOnes))('is said on the sign-in page: %s', async (id) => {
    const { url } = await begin(api, id, '?next=/w/1/start');
    expect(url).toBe(`${publicUrl}/sign-in?error=provider_unavailable&next=%2Fw%2F1%2Fstart`);
  });
});

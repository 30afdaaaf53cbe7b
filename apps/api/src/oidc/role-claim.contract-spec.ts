/** A public client of a provider that has one account, and a claim that limits roles. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  callbackOf,
  type Ended,
  memberOf,
  publicUrl,
  refusal,
  sessionOf,
  signInAt,
} from '../testing/oidc-flow.js';
import { type Person, startOidcLogin } from '../../../../test/support/oidc-login.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';

const login = await startOidcLogin({ clientId: 'staff', redirectUri: callbackOf('staff') }, true);
const accountId = randomUUID();
const api = openTestApi({
  env: {
    EGRESS_ALLOW: '127.0.0.0/8',
    FLOWLEDGER_PUBLIC_URL: publicUrl,
    FLOWLEDGER_OIDC_STAFF_ISSUER: login.issuer,
    FLOWLEDGER_OIDC_STAFF_CLIENT_ID: 'staff',
    FLOWLEDGER_OIDC_STAFF_ROLE_CLAIM: 'role',
    FLOWLEDGER_OIDC_STAFF_ACCOUNT: accountId,
  },
});
let own: Tenant;

beforeAll(async () => {
  await api.pool.query(`insert into account (id, name, plan) values ($1, 'Own', 'free')`, [
    accountId,
  ]);
  own = { ...(await createTenant(api)), accountId };
});
afterAll(() => login.close());

const signIn = (person: Person): Promise<Ended> =>
  signInAt(api, { login, id: 'staff' }, { email_verified: true, ...person });

describe('a session of a provider with a role claim', () => {
  it.each([
    ['owner', 'viewer', 'viewer'],
    ['owner', ['viewer', 'editor', 'admins'], 'editor'],
    ['viewer', 'owner', 'viewer'],
    ['editor', 'editor', 'editor'],
  ] as const)('of a member who is %s, with the claim %j, is %s', async (role, claim, lower) => {
    const { email } = await memberOf(api, own, role);
    const { cookie } = await signIn({ email, role: claim });
    const { workspaces } = await sessionOf(api, cookie);
    expect(workspaces).toMatchObject([{ id: own.workspaceId, role: lower }]);
    const me = await api.request<'getCaller'>('GET', '/api/v1/me', { headers: { cookie } });
    expect(me.body.data.role).toBe(lower);
  });

  it.each([['admin'], [7], [undefined], [[]]])('is not made with the claim %j', async (role) => {
    const { email } = await memberOf(api, own, 'owner');
    const person = { email, ...(role !== undefined && { role }) };
    expect(await signIn(person)).toEqual(refusal('no_role'));
  });

  it('may do no more than its role, though the member may', async () => {
    const { email } = await memberOf(api, own, 'owner');
    const { cookie } = await signIn({ email, role: 'viewer' });
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    for (const [path, body] of [
      ['folders', { name: 'x' }],
      ['api-keys', { name: 'x' }],
    ] as const)
      expect(await api.request('POST', `/api/v1/${path}`, { headers, body })).toMatchObject({
        status: 403,
        body: { code: 'MISSING_ROLE' },
      });
  });
});

describe('a provider of one account', () => {
  it('signs in nobody of another, and chooses its own where an address is in two', async () => {
    const { email } = await memberOf(api, await createTenant(api), 'owner');
    expect(await signIn({ email, role: 'owner' })).toEqual(refusal('unknown_email'));
    const { userId } = await memberOf(api, own, 'editor', email);
    const { cookie } = await signIn({ email, role: 'owner' });
    expect((await sessionOf(api, cookie)).userId).toBe(userId);
  });
});

/** The callback of a sign-in, with what does not belong together. */
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  begin,
  type Begun,
  callbackOf,
  comeBack,
  memberOf,
  publicUrl,
  refusal,
} from '../testing/oidc-flow.js';
import { startOidcLogin } from '../../../../test/support/oidc-login.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';
import { pendingCookie, pendingIn, type PendingSignIn } from './pending-sign-in.js';

const login = await startOidcLogin(
  { clientId: 'flow', clientSecret: 'a secret of a test', redirectUri: callbackOf('sso') },
  false,
);
const env = {
  EGRESS_ALLOW: '127.0.0.0/8',
  FLOWLEDGER_PUBLIC_URL: publicUrl,
  FLOWLEDGER_OIDC_ISSUER: login.issuer,
  FLOWLEDGER_OIDC_CLIENT_ID: 'flow',
  FLOWLEDGER_OIDC_CLIENT_SECRET: 'a secret of a test',
  FLOWLEDGER_OIDC_WRONG_ISSUER: login.issuer,
  FLOWLEDGER_OIDC_WRONG_CLIENT_ID: 'flow',
  FLOWLEDGER_OIDC_WRONG_CLIENT_SECRET: 'another secret',
};
const api = openTestApi({ env: { ...env, FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000' } });
const strict = openTestApi({ env: { ...env, FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '3' } });

afterAll(() => login.close());

const opened = ({ cookie }: Begun): PendingSignIn => {
  const pending = pendingIn([api.masterKey], cookie, publicUrl);
  if (pending === null) throw new Error('the cookie does not open');
  return pending;
};

const sealed = (pending: PendingSignIn): string =>
  pendingCookie([api.masterKey], pending, publicUrl).split(';')[0] ?? '';

interface Visited extends Begun {
  /** Of the callback, with its query. */
  readonly path: string;
}

/** A member is back from the provider, and could be signed in. */
async function visited(): Promise<Visited> {
  const { email } = await memberOf(api, await createTenant(api), 'viewer');
  login.person = { email, email_verified: true };
  const begun = await begin(api, 'sso');
  return { ...begun, path: await login.visit(begun.url) };
}

const parameterOf = (path: string, name: string): string =>
  new URL(path, publicUrl).searchParams.get(name) ?? '';

describe('the callback of a sign-in', () => {
  it('works once for each state, also for two at a time', async () => {
    const { path, cookie } = await visited();
    const both = await Promise.all([comeBack(api, path, cookie), comeBack(api, path, cookie)]);
    expect(both.filter((ended) => ended.cookie !== '')).toHaveLength(1);
    expect(both).toContainEqual(refusal('expired'));
    expect(await comeBack(api, path, cookie)).toEqual(refusal('expired'));
  });

  it('is refused with the state or the cookie of another sign-in', async () => {
    const [mine, theirs] = [await visited(), await visited()];
    expect(await comeBack(api, theirs.path, mine.cookie)).toEqual(refusal('expired'));
    expect(await comeBack(api, theirs.path)).toEqual(refusal('expired'));
    const noState = theirs.path.replace(/&state=[^&]+/, '');
    expect(await comeBack(api, noState, theirs.cookie)).toEqual(refusal('expired'));
  });

  it('is refused with the code of another sign-in', async () => {
    const [mine, theirs] = [await visited(), await visited()];
    const [code, foreign] = [mine, theirs].map(({ path }) => parameterOf(path, 'code'));
    const path = mine.path.replace(code ?? '', foreign ?? '');
    expect(await comeBack(api, path, mine.cookie)).toEqual(refusal('failed'));
  });

  it('is refused when the ID token has another nonce', async () => {
    const visit = await visited();
    const cookie = sealed({ ...opened(visit), nonce: 'another' });
    expect(await comeBack(api, visit.path, cookie)).toEqual(refusal('failed'));
  });

  it('is refused from another issuer than the one that was asked', async () => {
    const { path, cookie } = await visited();
    const iss = encodeURIComponent(parameterOf(path, 'iss'));
    const other = path.replace(iss, encodeURIComponent('https://evil.example'));
    expect(other).not.toBe(path);
    expect(await comeBack(api, other, cookie)).toEqual(refusal('failed'));
  });

  it('is refused with a cookie that is old, of another provider, forged or missing', async () => {
    const visit = await visited();
    const pending = opened(visit);
    for (const cookie of [
      sealed({ ...pending, expiresAtMs: Date.now() - 1 }),
      sealed({ ...pending, provider: 'wrong' }),
      `__Host-fl_oidc=${Buffer.from(JSON.stringify(pending)).toString('base64url')}`,
      `${visit.cookie.slice(0, -4)}AAAA`,
      visit.cookie.replace('__Host-', ''),
      '__Host-fl_oidc=',
    ])
      expect(await comeBack(api, visit.path, cookie)).toEqual(refusal('expired'));
    const { location } = await comeBack(api, visit.path, visit.cookie);
    expect(location).toBe(`${publicUrl}/`);
  });

  it('is refused when the person said no, and keeps where they wanted to go', async () => {
    const begun = await begin(api, 'sso', '?next=/w/1/start');
    const query = new URLSearchParams({
      ...{ error: 'access_denied', state: opened(begun).state, iss: login.issuer },
    });
    const path = `/auth/oidc/sso/callback?${query.toString()}`;
    const { location } = await comeBack(api, path, begun.cookie);
    expect(location).toBe(`${publicUrl}/sign-in?error=denied&next=%2Fw%2F1%2Fstart`);
  });

  it('is refused when the provider does not know the client by its secret', async () => {
    const visit = await visited();
    const cookie = sealed({ ...opened(visit), provider: 'wrong' });
    const path = visit.path.replace('/sso/', '/wrong/');
    expect(await comeBack(api, path, cookie)).toEqual(refusal('failed'));
  });

  it('is refused before anything is asked, after many failures from one address', async () => {
    const forged = '/auth/oidc/sso/callback?code=a&state=b';
    for (let n = 0; n < 3; n += 1)
      expect(await comeBack(strict, forged)).toEqual(refusal('expired'));
    expect(await comeBack(strict, forged)).toEqual(refusal('too_many'));
  });

  it('answers 404 for a provider that is not configured', async () => {
    for (const path of ['nobody/start', 'nobody/callback', 'SSO/start', '%00/start'])
      expect(await api.request('GET', `/auth/oidc/${path}`)).toMatchObject({ status: 404 });
  });
});

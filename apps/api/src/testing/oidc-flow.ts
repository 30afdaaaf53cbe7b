/** The browser of a person between this api and an OpenID provider. */
import { expect } from '@jest/globals';
import type { OidcLogin, Person } from '../../../../test/support/oidc-login.js';
import type { OpenTestApi } from './open-test-api.js';
import { createMember, type Tenant } from './test-database.js';

export const publicUrl = 'https://flow.example';
export const callbackOf = (id: string): string => `${publicUrl}/auth/oidc/${id}/callback`;

export interface Begun {
  /** At the provider; or of the sign-in page, with the reason. */
  readonly url: string;
  readonly cookie: string;
}

export interface Ended {
  readonly location: string;
  /** The session's cookie; empty: none. */
  readonly cookie: string;
}

export const refusal = (error: string): Ended => ({
  location: `${publicUrl}/sign-in?error=${error}`,
  cookie: '',
});

export const setCookies = (headers: object): string[] =>
  [(headers as Record<string, string | string[] | undefined>)['set-cookie'] ?? []].flat();

export async function begin(api: OpenTestApi, id: string, query = ''): Promise<Begun> {
  const { status, headers } = await api.request('GET', `/auth/oidc/${id}/start${query}`);
  expect([status, headers['cache-control']]).toEqual([303, 'no-store']);
  const [cookie = ''] = setCookies(headers);
  return { url: String(headers['location']), cookie: cookie.split(';')[0] ?? '' };
}

/** @param path of the callback, with its query */
export async function comeBack(api: OpenTestApi, path: string, cookie = ''): Promise<Ended> {
  const { status, headers } = await api.request('GET', path, { headers: { cookie } });
  expect([status, headers['cache-control']]).toEqual([303, 'no-store']);
  const session = setCookies(headers).find((text) => text.startsWith('__Host-fl_session='));
  return { location: String(headers['location']), cookie: session?.split(';')[0] ?? '' };
}

interface At {
  readonly login: OidcLogin;
  readonly id: string;
  /** Query of the start. */
  readonly query?: string;
}

export async function signInAt(
  api: OpenTestApi,
  { login, id, query }: At,
  person: Person,
): Promise<Ended> {
  login.person = person;
  const { url, cookie } = await begin(api, id, query);
  return comeBack(api, await login.visit(url), cookie);
}

/** @param email default: one of its own */
export async function memberOf(
  api: OpenTestApi,
  tenant: Tenant,
  role: 'owner' | 'editor' | 'viewer',
  email?: string,
): Promise<{ readonly userId: string; readonly email: string }> {
  const { userId } = await createMember(api, tenant, role);
  const address = email ?? `${userId}@example.com`;
  await api.pool.query('update app_user set email = $2 where id = $1', [userId, address]);
  return { userId, email: address };
}

export async function sessionOf(api: OpenTestApi, cookie: string) {
  const path = '/api/v1/sessions/current';
  const { status, body } = await api.request<'getSession'>('GET', path, { headers: { cookie } });
  expect(status).toBe(200);
  return body.data;
}

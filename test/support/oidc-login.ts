/** A real OpenID provider on loopback, and the browser of a person who signs in there. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export interface Person {
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly role?: unknown;
}

interface Client {
  readonly clientId: string;
  /** Absent: a public client. */
  readonly clientSecret?: string;
  readonly redirectUri: string;
}

export interface OidcLogin {
  readonly issuer: string;
  /** Who signs in next. */
  person: Person;
  /** @returns the callback's path with its query, as the provider sends the browser there */
  visit(authorizationUrl: string): Promise<string>;
  /** Requests by path. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const mostRedirects = 10;
const lifetimeSeconds = 600;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Without consent: only the login is an interaction. */
function configurationOf(
  { clientId, clientSecret, redirectUri }: Client,
  inIdToken: boolean,
  people: ReadonlyMap<string, Person>,
): Configuration {
  return {
    clients: [
      {
        ...{ client_id: clientId, redirect_uris: [redirectUri] },
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: 'none' }
          : { client_secret: clientSecret }),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'role'] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ['a key of a test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: Object.fromEntries(
      ['AccessToken', 'Grant', 'IdToken', 'Interaction', 'Session'].map((name) => [
        name,
        lifetimeSeconds,
      ]),
    ),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({
        ...{ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' },
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

async function visit(authorizationUrl: string, ownOrigin: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let [url, n] = [authorizationUrl, 0]; n < mostRedirects; n += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const next = new URL(answer.headers.get('location') ?? 'about:blank', url);
    if (next.origin === ownOrigin) return `${next.pathname}${next.search}`;
    if (next.protocol === 'about:')
      throw new Error(`no redirect: ${answer.status} ${await answer.text()}`);
    url = next.href;
  }
  throw new Error('the provider redirects without end');
}

/** @param inIdToken whether the ID token has the address, or userinfo alone */
export async function startOidcLogin(client: Client, inIdToken: boolean): Promise<OidcLogin> {
  const [people, asked] = [new Map<string, Person>(), new Map<string, number>()];
  let answer: (...args: Parameters<ReturnType<Provider['callback']>>) => unknown = () => undefined;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(client, inIdToken, people));
  const usual = provider.callback();
  const login: OidcLogin = {
    ...{ issuer, asked, person: {} },
    visit: (url) => visit(url, new URL(client.redirectUri).origin),
    close: () => closed(server),
  };
  answer = async (request, response) => {
    if (request.url?.startsWith('/login/') !== true) return usual(request, response);
    const accountId = `person-${people.size}`;
    people.set(accountId, login.person);
    return provider.interactionFinished(request, response, { login: { accountId } });
  };
  return login;
}

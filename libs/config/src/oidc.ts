/**
 * OpenID providers that people may sign in with. `FLOWLEDGER_OIDC_ISSUER` and its siblings set one
 * with the id `sso`; `FLOWLEDGER_OIDC_<ID>_ISSUER` sets one of several, by an id of its own.
 */
import { z } from 'zod';
import { Secret } from './secret.js';
import { isLoopbackUrl } from './urls.js';

export interface OidcProvider {
  /** In its routes, which are registered with the provider: never changes by itself. */
  readonly id: string;
  /** On the button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which has PKCE only. */
  readonly clientSecret: Secret | undefined;
  /** The claim that limits the role of a session; undefined: the member's role alone counts. */
  readonly roleClaim: string | undefined;
  /** The only account whose members it may sign in; undefined: all accounts. */
  readonly accountId: string | undefined;
}

const named =
  /^FLOWLEDGER_OIDC_(?:([A-Z0-9]{1,20})_)?(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME|ROLE_CLAIM|ACCOUNT)$/;
const onlyId = 'sso';
const maxProviders = 10;

const text = (max: number) => z.string().trim().min(1).max(max);

function isIssuer(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.search !== '' || parsed.hash !== '') return false;
  if (parsed.username !== '' || parsed.password !== '') return false;
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackUrl(parsed));
}

const fields = z.object({
  ISSUER: text(2_000).refine(
    isIssuer,
    'must be an https URL without a query, e.g. https://login.example.com (http on loopback only)',
  ),
  CLIENT_ID: text(500),
  CLIENT_SECRET: z.string().min(1).max(2_000).optional(),
  NAME: text(60).default('single sign-on'),
  ROLE_CLAIM: text(200).optional(),
  ACCOUNT: z.uuid().optional(),
});

type Environment = Readonly<Record<string, string | undefined>>;

export const isOidcVariable = (name: string): boolean => named.test(name);

/** The variables of each provider by field, in the order of ids. */
function variablesOf(env: Environment): ReadonlyMap<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const name of Object.keys(env).sort()) {
    const [, id = '', field = ''] = named.exec(name) ?? [];
    const value = env[name];
    if (field === '' || value === undefined) continue;
    found.set(id, { ...found.get(id), [field]: value });
  }
  return found;
}

/** @returns the complete providers, and the problems of the others */
export function readOidcProviders(env: Environment): {
  readonly providers: readonly OidcProvider[];
  readonly problems: readonly string[];
} {
  const [providers, problems]: [OidcProvider[], string[]] = [[], []];
  for (const [id, variables] of variablesOf(env)) {
    const prefix = id === '' ? 'FLOWLEDGER_OIDC_' : `FLOWLEDGER_OIDC_${id}_`;
    const parsed = fields.safeParse(variables);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        const field = String(path[0]);
        problems.push(`${prefix}${field}: ${field in variables ? message : 'is missing'}`);
      }
      continue;
    }
    const { ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, ROLE_CLAIM, ACCOUNT } = parsed.data;
    providers.push({
      ...{ id: id === '' ? onlyId : id.toLowerCase(), name: NAME, issuer: ISSUER },
      ...{ clientId: CLIENT_ID, roleClaim: ROLE_CLAIM, accountId: ACCOUNT },
      clientSecret: CLIENT_SECRET === undefined ? undefined : new Secret(CLIENT_SECRET),
    });
  }
  if (providers.length > 0 && env['FLOWLEDGER_PUBLIC_URL'] === undefined)
    problems.push('FLOWLEDGER_PUBLIC_URL: required with FLOWLEDGER_OIDC_…, which returns to it');
  if (providers.length > maxProviders)
    problems.push(`FLOWLEDGER_OIDC_…: ${maxProviders} providers at most`);
  if (new Set(providers.map(({ id }) => id)).size < providers.length)
    problems.push('FLOWLEDGER_OIDC_SSO_…: the provider without an id is called so already');
  return { providers, problems };
}

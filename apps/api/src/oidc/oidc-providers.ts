/**
 * The configured providers and their metadata, which is fetched when someone signs in first. All
 * callers share one fetch, also one that failed, so a flood does not reach the provider.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Config, type OidcProvider, publicUrlOf } from '@libs/config';
import { createEgressClient, createEgressPolicy, type EgressClient } from '@libs/egress';
import { CONFIG } from '@libs/platform';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { notFound } from '../errors/api-error.js';
import { boundedFetch, isSafeUrl } from './bounded-fetch.js';

const keptMs = 3_600_000;
const failureKeptMs = 5_000;

interface Known {
  readonly configuration: Promise<Configuration>;
  untilMs: number;
}

/** As the provider's metadata asks; its default is Basic. */
function authenticationBy(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const chosen = methods.includes('client_secret_basic') ? basic : post;
    chosen(server, client, body, headers);
  };
}

/** The configuration allows such an issuer on loopback only, and so does `boundedFetch`. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out
const withoutTls = allowInsecureRequests;

@Injectable()
export class OidcProviders implements OnApplicationShutdown {
  readonly #providers: ReadonlyMap<string, OidcProvider>;
  readonly #known = new Map<string, Known>();
  readonly #client: EgressClient;
  readonly #publicUrl: string;

  constructor(@Inject(CONFIG) config: Config) {
    const { EGRESS_ALLOW: allow, FLOWLEDGER_OIDC: providers } = config;
    this.#publicUrl = publicUrlOf(config);
    this.#providers = new Map(providers.map((provider) => [provider.id, provider]));
    this.#client = createEgressClient({ policy: createEgressPolicy({ allow }) });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }

  /** @throws ApiError 404 */
  provider(id: string): OidcProvider {
    const provider = this.#providers.get(id);
    if (provider === undefined) throw notFound('sign-in provider');
    return provider;
  }

  /** Registered with the provider, which redirects to no other address. */
  callbackUrlOf({ id }: OidcProvider): string {
    return `${this.#publicUrl}/auth/oidc/${id}/callback`;
  }

  /** @throws the error of the fetch, or of metadata that can't be used */
  configurationOf(provider: OidcProvider, nowMs = performance.now()): Promise<Configuration> {
    const found = this.#known.get(provider.id);
    if (found !== undefined && nowMs < found.untilMs) return found.configuration;
    const known: Known = { configuration: this.#discover(provider), untilMs: nowMs + keptMs };
    this.#known.set(provider.id, known);
    known.configuration.catch(() => {
      known.untilMs = performance.now() + failureKeptMs;
    });
    return known.configuration;
  }

  async #discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
    const authentication = authenticationBy(clientSecret?.reveal());
    const configuration = await discovery(new URL(issuer), clientId, {}, authentication, {
      [customFetch]: boundedFetch(this.#client),
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [withoutTls] : [])],
    });
    const { authorization_endpoint: login } = configuration.serverMetadata();
    const url = login === undefined ? null : URL.parse(login);
    if (url === null || !isSafeUrl(url))
      throw new Error('the provider has no authorization_endpoint with https');
    return configuration;
  }
}

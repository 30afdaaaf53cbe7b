import { type Config, publicUrlOf } from '@libs/config';
import { CONFIG, MASTER_KEY } from '@libs/platform';
import type { MasterKeys } from '@libs/security';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { OidcFailures } from './oidc-failures.js';
import { OidcProviders } from './oidc-providers.js';
import { pendingCookie, pendingSeconds, type PendingSignIn } from './pending-sign-in.js';

interface BegunSignIn {
  /** The provider's address, for the browser. */
  readonly url: string;
  readonly cookie: string;
}

/** Sends the browser to a provider, with a cookie that only it can come back with. */
export class BeginOidcSignIn extends Command<BegunSignIn> {
  constructor(
    readonly providerId: string,
    /** A path of the dashboard. */
    readonly next: string | null,
  ) {
    super();
  }
}

@CommandHandler(BeginOidcSignIn)
export class BeginOidcSignInHandler implements ICommandHandler<BeginOidcSignIn> {
  readonly #publicUrl: string;

  constructor(
    @Inject(OidcProviders) private readonly providers: OidcProviders,
    @Inject(OidcFailures) private readonly failures: OidcFailures,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
    @Inject(CONFIG) config: Config,
  ) {
    this.#publicUrl = publicUrlOf(config);
  }

  /** @throws ApiError 404, OidcRefusal */
  async execute({ providerId, next }: BeginOidcSignIn): Promise<BegunSignIn> {
    const provider = this.providers.provider(providerId);
    const configuration = await this.providers
      .configurationOf(provider)
      .catch((error: unknown) => this.failures.unavailable(provider, next, error));
    const signIn: PendingSignIn = {
      ...{ provider: provider.id, state: randomState(), nonce: randomNonce(), next },
      codeVerifier: randomPKCECodeVerifier(),
      expiresAtMs: Date.now() + pendingSeconds * 1_000,
    };
    const url = buildAuthorizationUrl(configuration, {
      ...{ response_type: 'code', scope: 'openid email' },
      redirect_uri: this.providers.callbackUrlOf(provider),
      ...{ state: signIn.state, nonce: signIn.nonce, code_challenge_method: 'S256' },
      code_challenge: await calculatePKCECodeChallenge(signIn.codeVerifier),
    });
    return { url: url.href, cookie: pendingCookie(this.masterKeys, signIn, this.#publicUrl) };
  }
}

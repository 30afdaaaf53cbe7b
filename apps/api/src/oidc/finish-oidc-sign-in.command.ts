import { type Config, type OidcProvider, publicUrlOf } from '@libs/config';
import { type Database, inTransaction, type WorkspaceRole } from '@libs/persistence';
import { CONFIG, DATABASE, MASTER_KEY } from '@libs/platform';
import type { MasterKeys } from '@libs/security';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import { hashToken } from '../auth/session-cookie.js';
import { membersByEmailSql } from '../sessions/sessions.sql.js';
import { OidcFailures } from './oidc-failures.js';
import { OidcProviders } from './oidc-providers.js';
import { OidcRefusal } from './oidc-refusal.js';
import { deleteFinishedSql, finishSignInSql } from './oidc.sql.js';
import { pendingIn, pendingSeconds, type PendingSignIn } from './pending-sign-in.js';
import { type Claims, isComplete, verifiedPersonIn } from './verified-person.js';

/** Each holds a connection to the provider. */
const maxExchanges = 50;

interface SignedInMember {
  readonly userId: string;
  readonly accountId: string;
  /** The session has no higher one; null: the member's role. */
  readonly highestRole: WorkspaceRole | null;
  /** A path of the dashboard. */
  readonly next: string | null;
}

/** The provider has sent the browser back: finds the member whose address it vouches for. */
export class FinishOidcSignIn extends Command<SignedInMember> {
  constructor(
    readonly providerId: string,
    /** The query of the callback, with its question mark. */
    readonly search: string,
    readonly cookies: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(FinishOidcSignIn)
export class FinishOidcSignInHandler implements ICommandHandler<FinishOidcSignIn> {
  readonly #publicUrl: string;
  #exchanges = 0;

  constructor(
    @Inject(OidcProviders) private readonly providers: OidcProviders,
    @Inject(OidcFailures) private readonly failures: OidcFailures,
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
    @Inject(CONFIG) config: Config,
  ) {
    this.#publicUrl = publicUrlOf(config);
  }

  /** @throws ApiError 404, OidcRefusal */
  async execute(command: FinishOidcSignIn): Promise<SignedInMember> {
    const provider = this.providers.provider(command.providerId);
    const callback = new URL(this.providers.callbackUrlOf(provider) + command.search);
    const pending = this.#pendingOf(command, provider, callback);
    const { next } = pending;
    if (this.#exchanges >= maxExchanges) throw new OidcRefusal('too_many', next);
    this.#exchanges += 1;
    try {
      await this.#useOnce(pending);
      const claims = await this.#claimsOf(provider, callback, pending);
      const { email, highestRole } = verifiedPersonIn(claims, provider.roleClaim, next);
      return { ...(await this.#memberOf(email, provider, next)), highestRole, next };
    } finally {
      this.#exchanges -= 1;
    }
  }

  #pendingOf(
    { cookies }: FinishOidcSignIn,
    provider: OidcProvider,
    { searchParams }: URL,
  ): PendingSignIn {
    const pending = pendingIn(this.masterKeys, cookies, this.#publicUrl);
    if (pending?.provider !== provider.id || pending.expiresAtMs <= Date.now())
      throw new OidcRefusal('expired');
    // The cookie is sealed, and the browser that sends it knows the state anyway.
    if (searchParams.get('state') !== pending.state) throw new OidcRefusal('expired', pending.next);
    return pending;
  }

  /** Before the provider is asked: of two callbacks with one state, the second gets no further. */
  async #useOnce({ state, next }: PendingSignIn): Promise<void> {
    const isFirst = await inTransaction(this.database.pool, async (client) => {
      await client.query(deleteFinishedSql);
      const values = [hashToken(state), pendingSeconds];
      return (await client.query(finishSignInSql, values)).rowCount === 1;
    });
    if (!isFirst) throw new OidcRefusal('expired', next);
  }

  async #claimsOf(
    provider: OidcProvider,
    callback: URL,
    { state, nonce, codeVerifier, next }: PendingSignIn,
  ): Promise<Claims> {
    try {
      const configuration = await this.providers.configurationOf(provider);
      const tokens = await authorizationCodeGrant(configuration, callback, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      const { userinfo_endpoint: more } = configuration.serverMetadata();
      if (isComplete(claims, provider.roleClaim) || more === undefined) return claims;
      return {
        ...claims,
        ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)),
      };
    } catch (error) {
      return this.failures.failed(provider, next, error);
    }
  }

  /** The oldest user with this address, where it is in several accounts. */
  async #memberOf(
    email: string,
    { accountId }: OidcProvider,
    next: string | null,
  ): Promise<Pick<SignedInMember, 'userId' | 'accountId'>> {
    const { rows } = await this.database.pool.query<{ id: string; account_id: string }>({
      ...{ name: 'members-by-email', text: membersByEmailSql },
      values: [email, accountId ?? null, 1],
    });
    const [user] = rows;
    if (user === undefined) throw new OidcRefusal('unknown_email', next);
    return { userId: user.id, accountId: user.account_id };
  }
}

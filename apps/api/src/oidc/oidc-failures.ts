/** Turns failures of a provider into refusals, and says in the log what an operator can mend. */
import type { OidcProvider } from '@libs/config';
import { EgressError } from '@libs/egress';
import { LOGGER, RepeatedFailures } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { Logger } from 'pino';
import { OidcRefusal } from './oidc-refusal.js';

const longestText = 300;
const mostCauses = 5;

/** The error and its causes, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && chain.length < mostCauses;) {
    chain.push(one);
    one = one instanceof Error ? one.cause : undefined;
  }
  return chain;
}

const isAway = (one: unknown): boolean =>
  one instanceof EgressError || (one instanceof Response && one.status >= 500);

/** Texts of our own and of the library; a provider's body may hold tokens, so it is left out. */
function textOf(error: unknown): string {
  const parts = chainOf(error).map((one) => {
    if (one instanceof ResponseBodyError) return `${one.message}: ${one.error}`;
    if (one instanceof Response) return `HTTP status ${one.status}`;
    return one instanceof Error ? one.message : '';
  });
  return parts
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, longestText);
}

@Injectable()
export class OidcFailures {
  readonly #lines = new RepeatedFailures();

  constructor(@Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>) {}

  /** The provider's metadata can't be had. @throws OidcRefusal */
  unavailable(provider: OidcProvider, next: string | null, cause: unknown): never {
    this.#report(provider, 'OIDC_PROVIDER_UNAVAILABLE', cause);
    throw new OidcRefusal('provider_unavailable', next, { cause });
  }

  /** The provider's answer gives no session. @throws OidcRefusal */
  failed(provider: OidcProvider, next: string | null, cause: unknown): never {
    if (cause instanceof AuthorizationResponseError)
      throw new OidcRefusal('denied', next, { cause });
    if (chainOf(cause).some(isAway)) return this.unavailable(provider, next, cause);
    this.#report(provider, 'OIDC_SIGN_IN_FAILED', cause);
    throw new OidcRefusal('failed', next, { cause });
  }

  #report({ id, issuer }: OidcProvider, code: string, error: unknown): void {
    const more = this.#lines.note(`${code} ${id}`);
    if (more === null) return;
    const details = { code, provider: id, issuer, problem: textOf(error), more };
    this.logger.warn(details, 'nobody can sign in with this provider until its problem is solved');
  }
}

/**
 * Why a sign-in with a provider ended without a session. The caller is a browser that navigates, so
 * the answer is a redirect to the sign-in page, which has a sentence for each reason.
 */

/**
 * In addresses: never rename one. `expired`: the state is missing, forged, old, used, or of another
 * browser; `denied`: the person or the provider said no; `no_role`: the claim that limits the role
 * has none; `failed`: the provider's answer does not fit the request, and the log says why.
 */
type OidcReason =
  | 'expired'
  | 'denied'
  | 'unverified_email'
  | 'unknown_email'
  | 'no_role'
  | 'provider_unavailable'
  | 'failed'
  | 'too_many';

export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal';

  /** @param next where the person wanted to go, so that another attempt ends there */
  constructor(
    readonly reason: OidcReason,
    readonly next: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`the sign-in was refused: ${reason}`, options);
  }
}

/** Path of the sign-in page, relative to the public URL. */
export function refusalPath({ reason, next }: OidcRefusal): string {
  const query = new URLSearchParams({ error: reason, ...(next !== null && { next }) });
  return `/sign-in?${query.toString()}`;
}

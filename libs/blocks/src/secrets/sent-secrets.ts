/**
 * The secrets of one call. A secret that names its hosts is sent to these only: every request is
 * checked right before it is sent, so each retry, redirect and round of a conversation is too.
 */
import { allowsUrl, type EgressClient } from '@libs/egress';
import type { Scope } from '@libs/workflow';
import { deniedHost, SecretHostDeniedError } from './secret-host-denied.js';

export class SentSecrets {
  readonly #hosts = new Map<string, readonly string[]>();
  #first: string | null = null;

  /**
   * For values that the call sends, and for nothing else: it gives secrets that name their hosts.
   */
  readonly scope: Scope;

  /** @param mayBeHost whether a secret may be a part of the call's host */
  constructor(
    scope: Scope,
    private readonly mayBeHost: boolean,
  ) {
    this.scope = {
      ...scope,
      secret: (name) => {
        const { value, hosts } = scope.sentSecret(name);
        if (hosts.length > 0) this.#hosts.set(name, hosts);
        return value;
      },
    };
  }

  /** @throws SecretHostDeniedError */
  check(url: string): void {
    if (this.#hosts.size === 0) return;
    this.#first ??= url;
    const parsed = URL.parse(url);
    for (const [name, hosts] of this.#hosts) {
      // A name below a wildcard could carry the secret to whoever resolves it.
      if (parsed !== null && allowsUrl(hosts, parsed, !this.mayBeHost)) continue;
      throw new SecretHostDeniedError(deniedHost(name, hosts, this.#inWords(url, parsed)));
    }
  }

  /** The client that checks every request. */
  guard(egress: EgressClient): EgressClient {
    return {
      request: async (request) => {
        this.check(request.url);
        return egress.request(request);
      },
      close: () => egress.close(),
    };
  }

  /** A server chooses where it redirects to, and may put anything into that host. */
  #inWords(url: string, parsed: URL | null): string {
    if (url !== this.#first) return 'the host that the server redirects to';
    if (this.mayBeHost || parsed === null)
      return 'the host of this URL, which a secret is a part of';
    return parsed.host;
  }
}

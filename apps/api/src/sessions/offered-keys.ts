/** API keys and links that are offered to sign in with; guesses are slowed down like others. */
import { Inject, Injectable } from '@nestjs/common';
import { isAllowedFrom } from '../auth/allowed-addresses.js';
import { ApiKeyLookup } from '../auth/api-key-lookup.js';
import type { Principal } from '../auth/principal.js';
import { WrongKeys } from '../auth/wrong-keys.js';
import { ApiError } from '../errors/api-error.js';

@Injectable()
export class OfferedKeys {
  constructor(
    @Inject(ApiKeyLookup) private readonly lookup: ApiKeyLookup,
    @Inject(WrongKeys) private readonly wrongKeys: WrongKeys,
  ) {}

  /** @throws ApiError 401, 403, 429 */
  async principalOf(key: string, address: string): Promise<Principal> {
    const limited = this.wrongKeys.refusalFor(address);
    if (limited !== null && !this.lookup.hasWorked(key)) throw limited;
    const principal = await this.lookup.find(key);
    if (principal === null) {
      this.wrongKeys.note(address, 'unknown');
      throw new ApiError(401, 'INVALID_API_KEY', 'The API key is not valid');
    }
    if (isAllowedFrom(principal, address)) return principal;
    const what = `The API key may not be used from ${address}`;
    throw new ApiError(403, 'ADDRESS_NOT_ALLOWED', what);
  }

  /** Counts a link that is not valid. @throws ApiError 401, 429 */
  async counted<T>(address: string, signIn: () => Promise<T>): Promise<T> {
    const limited = this.wrongKeys.refusalFor(address);
    return signIn().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'INVALID_SIGN_IN_LINK') throw error;
      if (limited !== null) throw limited;
      this.wrongKeys.note(address, 'unknown');
      throw error;
    });
  }
}

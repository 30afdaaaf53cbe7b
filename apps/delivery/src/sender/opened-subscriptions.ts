/**
 * Decrypts a subscription's signing secrets and static headers. Results are cached for a minute by
 * ciphertext, so that a backlog does not decrypt them per delivery. A changed secret has another
 * ciphertext.
 */
import type { WorkspaceCipher } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import type { ClaimedSubscription } from '../fence/claim.js';

export interface Opened {
  /** Current first. */
  readonly secrets: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const maxKept = 1_000;
/** As long as the cipher keeps a workspace's key: a destroyed key soon stops working. */
const keptForMs = 60_000;
const nothing: Opened = { secrets: [], headers: [] };

export class OpenedSubscriptions {
  readonly #cipher: WorkspaceCipher;
  readonly #kept = new LRUCache<string, Opened>({ max: maxKept, ttl: keptForMs });

  constructor(cipher: WorkspaceCipher) {
    this.#cipher = cipher;
  }

  /**
   * @throws SealError, WorkspaceKeyError when the data can't be decrypted and so the delivery can't
   * be sent; else the database's error
   */
  async open(
    workspaceId: string,
    { secrets, headers }: Pick<ClaimedSubscription, 'secrets' | 'headers'>,
  ): Promise<Opened> {
    if (secrets.length === 0 && headers === null) return nothing;
    const sealed = [...secrets, ...(headers === null ? [] : [headers])];
    const key = [workspaceId, ...sealed.map((one) => one.toString('latin1'))].join('\0');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const [pairs, ...opened] = await Promise.all([
      headers === null ? '[]' : this.#cipher.decrypt(workspaceId, headers, 'subscription-headers'),
      ...secrets.map((one) => this.#cipher.decrypt(workspaceId, one, 'subscription-secret')),
    ]);
    const result = { secrets: opened, headers: JSON.parse(pairs) as [string, string][] };
    this.#kept.set(key, result);
    return result;
  }
}

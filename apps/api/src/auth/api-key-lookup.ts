/**
 * Resolves an API key to a Principal. Results, including "no such key", are cached for one second.
 * A busy key costs two queries a second, refreshed in the background. A revoked key, or a key of a
 * removed member, stops working within two seconds. Known and unknown keys take the same path: one
 * hash, one lookup. The key itself is neither stored nor logged.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { AccountLimits, ApiKeyScope, Database, Plan, WorkspaceRole } from '@libs/persistence';
import { DATABASE, LOGGER, RefreshedCache } from '@libs/platform';
import { hashApiKey } from '@libs/security';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { findKeySql, touchKeySql } from './api-key.sql.js';
import type { KeyOwner, Principal } from './principal.js';
import { type SuspensionColumns, suspensionOf } from './suspension.js';

const keptForMs = 1_000;
const maxKnown = 10_000;
/** A separate cache, so guessed keys can't evict known ones. */
const maxUnknown = 10_000;
const touchEveryMs = 60_000;
/** A key that worked here within this time is looked up whatever its caller's address did. */
const trustedForMs = 3_600_000;

export interface CallerRow extends SuspensionColumns {
  readonly key_id: string;
  readonly workspace_id: string;
  readonly account_id: string;
  readonly user_id: string | null;
  readonly role: WorkspaceRole;
  readonly scopes: ApiKeyScope[];
  readonly expires_at: Date | null;
  readonly workflow_ids: string[] | null;
  readonly allowed_addresses: string[] | null;
  readonly plan: Plan;
  readonly limits: AccountLimits;
}

interface KeyRow extends CallerRow {
  readonly works: boolean;
}

export const principalOf = (row: CallerRow, sessionId: string | null): Principal => ({
  accountId: row.account_id,
  workspaceId: row.workspace_id,
  keyId: row.key_id,
  sessionId,
  userId: row.user_id,
  role: row.role,
  scopes: row.scopes,
  expiresAt: row.expires_at,
  workflowIds: row.workflow_ids,
  allowedAddresses: row.allowed_addresses,
  plan: row.plan,
  accountLimits: row.limits,
  suspension: suspensionOf(row),
});

interface KnownKey {
  readonly principal: Principal;
  /** 0 for a key that no longer works. */
  readonly expiresAtMs: number;
}

@Injectable()
export class ApiKeyLookup {
  readonly #known = new RefreshedCache<KnownKey>(maxKnown, keptForMs);
  readonly #unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: keptForMs });
  readonly #touched = new LRUCache<string, true>({
    max: maxKnown,
    ttl: touchEveryMs,
    ttlResolution: 0,
  });
  /** Hashes of keys that worked. */
  readonly #trusted = new LRUCache<string, true>({
    max: maxKnown,
    ttl: trustedForMs,
    ttlResolution: 0,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null for unknown, revoked and expired keys. Rejects when the database does not answer. */
  async find(key: string): Promise<Principal | null> {
    const hash = hashApiKey(key);
    const id = hash.toString('base64');
    const found = await this.#find(hash, id);
    if (found === null || found.expiresAtMs <= Date.now()) {
      this.#trusted.delete(id);
      return null;
    }
    this.#touch(found.principal.keyId, id);
    return found.principal;
  }

  /** Whether it worked here within the last hour. */
  hasWorked(key: string): boolean {
    return this.#trusted.has(hashApiKey(key).toString('base64'));
  }

  /** The owner of a key, even if the key no longer works; null for unknown keys. */
  async ownerOf(key: string): Promise<KeyOwner | null> {
    const hash = hashApiKey(key);
    return (await this.#find(hash, hash.toString('base64')))?.principal ?? null;
  }

  async #find(hash: Buffer, id: string): Promise<KnownKey | null> {
    if (this.#unknown.has(id)) return null;
    return this.#known.get(id, async () => {
      const found = await this.#query(hash);
      if (found === null) this.#unknown.set(id, true);
      return found;
    });
  }

  async #query(hash: Buffer): Promise<KnownKey | null> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'find-key',
      text: findKeySql,
      values: [hash],
    });
    const row = rows[0];
    if (row === undefined) return null;
    return {
      expiresAtMs: row.works ? (row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) : 0,
      principal: principalOf(row, null),
    };
  }

  /** At most once a minute per key; the request does not wait for it. */
  #touch(keyId: string, id: string): void {
    if (this.#touched.has(keyId)) return;
    this.#touched.set(keyId, true);
    this.#trusted.set(id, true);
    this.database.pool
      .query({ name: 'touch-key', text: touchKeySql, values: [keyId] })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, keyId }, 'last use of a key not recorded');
      });
  }
}

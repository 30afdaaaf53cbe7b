/**
 * Resolves the token of a session to a Principal. Like keys, answers are cached for one second, so
 * a session that was ended stops working within two.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE, LOGGER, RefreshedCache } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type CallerRow, principalOf } from './api-key-lookup.js';
import type { Principal } from './principal.js';
import { hashToken } from './session-cookie.js';
import { findSessionSql, touchSessionSql } from './session.sql.js';

const keptForMs = 1_000;
const maxKnown = 10_000;
const touchEveryMs = 60_000;

interface SessionRow extends CallerRow {
  readonly session_id: string;
}

@Injectable()
export class SessionLookup {
  readonly #known = new RefreshedCache<Principal>(maxKnown, keptForMs);
  readonly #touched = new LRUCache<string, true>({
    max: maxKnown,
    ttl: touchEveryMs,
    ttlResolution: 0,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * @param workspaceId null: the workspace of its key, or the person's oldest one
   * @returns null for a session that ended or has no access to the workspace
   */
  async find(token: string, workspaceId: string | null): Promise<Principal | null> {
    const hash = hashToken(token);
    const id = `${hash.toString('base64')} ${workspaceId ?? ''}`;
    const found = await this.#known.get(id, () => this.#query(hash, workspaceId));
    if (found !== null && found.sessionId !== null) this.#touch(found.sessionId);
    return found;
  }

  async #query(hash: Buffer, workspaceId: string | null): Promise<Principal | null> {
    const { rows } = await this.database.pool.query<SessionRow>({
      name: 'find-session',
      text: findSessionSql,
      values: [hash, workspaceId],
    });
    const row = rows[0];
    return row === undefined ? null : principalOf(row, row.session_id);
  }

  /** At most once a minute; the request does not wait for it. */
  #touch(sessionId: string): void {
    if (this.#touched.has(sessionId)) return;
    this.#touched.set(sessionId, true);
    this.database.pool
      .query({ name: 'touch-session', text: touchSessionSql, values: [sessionId] })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, sessionId }, 'last use of a session not recorded');
      });
  }
}

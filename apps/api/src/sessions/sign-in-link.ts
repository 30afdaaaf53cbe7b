/** Links that sign a person in, once. Only the hash of a link's token is stored. */
import type { Pool, PoolClient } from 'pg';
import { hashToken, newToken } from '../auth/session-cookie.js';
import { endOldestLinksSql, firstOwnerSql, insertLinkSql } from './sessions.sql.js';

const maxOpenLinks = 20;

export interface NewLink {
  readonly userId: string;
  /** The only workspace of the session; null: all of the person's. */
  readonly workspaceId: string | null;
  readonly seconds: number;
  readonly baseUrl: string;
}

export async function newSignInLink(
  client: Pool | PoolClient,
  { userId, workspaceId, seconds, baseUrl }: NewLink,
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  const token = newToken();
  const { rows } = await client.query<{ expires_at: Date }>(insertLinkSql, [
    ...[hashToken(token), userId, workspaceId, seconds],
  ]);
  await client.query(endOldestLinksSql, [userId, maxOpenLinks]);
  const expiresAt = rows[0]?.expires_at.toISOString() ?? '';
  return { url: `${baseUrl.replace(/\/+$/, '')}/sign-in#token=${token}`, expiresAt };
}

/** Lifetime of a link that the operator makes. */
export const linkSeconds = 3_600;

/** For who starts the service: signs the workspace's first owner in; null when it has none. */
export async function ownerSignInUrl(
  pool: Pool,
  workspaceId: string,
  baseUrl: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(firstOwnerSql, [workspaceId]);
  const userId = rows[0]?.id;
  if (userId === undefined) return null;
  const link = { userId, workspaceId: null, seconds: linkSeconds, baseUrl };
  return (await newSignInLink(pool, link)).url;
}

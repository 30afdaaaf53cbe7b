/**
 * Seals a workspace's data with that workspace's data key. Unwrapped keys stay in memory for a
 * minute at most, so that data can't be read any more shortly after its key is destroyed.
 */
import { type MasterKeys, open, seal, unwrapKey } from '@libs/security';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { wrappedKeySql } from './workspace-keys.sql.js';

const maxCachedKeys = 1_000;
const keptForMs = 60_000;

/** The workspace has no key: it doesn't exist or its data was erased. */
export class WorkspaceKeyError extends Error {
  override readonly name = 'WorkspaceKeyError';
  readonly code = 'NO_WORKSPACE_KEY';
}

export interface WorkspaceCipher {
  /**
   * @param purpose e.g. `subscription-secret` or `secret:<name>`; decryption needs the same one
   * @throws WorkspaceKeyError, or the driver's error when the database does not answer
   */
  encrypt(workspaceId: string, plaintext: string, purpose: string): Promise<Buffer>;
  /** @throws SealError when the value is of another workspace or purpose; WorkspaceKeyError */
  decrypt(workspaceId: string, sealed: Buffer, purpose: string): Promise<string>;
}

/** @param master the keys of `loadMasterKey` */
export function createWorkspaceCipher(
  database: { readonly pool: Pool },
  master: Buffer | MasterKeys,
): WorkspaceCipher {
  const keys = new LRUCache<string, Buffer>({
    max: maxCachedKeys,
    ttl: keptForMs,
    fetchMethod: async (workspaceId) => {
      const { rows } = await database.pool.query<{ wrapped_key: Buffer }>({
        name: 'workspace-wrapped-key',
        text: wrappedKeySql,
        values: [workspaceId],
      });
      const wrapped = rows[0]?.wrapped_key;
      if (wrapped === undefined)
        throw new WorkspaceKeyError(`The workspace ${workspaceId} has no key`);
      return unwrapKey(master, wrapped);
    },
  });
  const keyOf = async (workspaceId: string): Promise<Buffer> => {
    const key = await keys.fetch(workspaceId);
    if (key === undefined) throw new WorkspaceKeyError(`The workspace ${workspaceId} has no key`);
    return key;
  };
  const place = (workspaceId: string, purpose: string): string => `${workspaceId}:${purpose}`;
  return {
    encrypt: async (workspaceId, plaintext, purpose) =>
      seal(await keyOf(workspaceId), plaintext, place(workspaceId, purpose)),
    decrypt: async (workspaceId, sealed, purpose) =>
      open(await keyOf(workspaceId), sealed, place(workspaceId, purpose)),
  };
}

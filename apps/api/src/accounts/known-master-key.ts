/** The master key of a service that runs elsewhere. Unlike its apps, this never creates one. */
import type { Config } from '@libs/config';
import type { Database } from '@libs/persistence';
import { loadMasterKey, MasterKeyError, type MasterKeys, unwrapKey } from '@libs/security';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wrappedKeySql } from '../bootstrap/bootstrap.sql.js';
import { defaultWorkspaceId } from '../bootstrap/default-workspace.js';

/**
 * @throws MasterKeyError when there is none, or when it is not the one of this database: nobody
 * could read a workspace that it wraps the key of
 */
export async function knownMasterKeys(config: Config, pool: Database['pool']): Promise<MasterKeys> {
  const path = join(config.DATA_DIR, 'master.key');
  if (config.MASTER_KEY === undefined && !existsSync(path)) {
    const message = `There is no master key: set MASTER_KEY to that of the service, or DATA_DIR to the directory that has its master.key (${path} does not exist)`;
    throw new MasterKeyError(message);
  }
  const { keys } = loadMasterKey(config);
  const { rows } = await pool.query<{ wrapped_key: Buffer }>(wrappedKeySql, [defaultWorkspaceId]);
  const [row] = rows;
  if (row === undefined)
    throw new MasterKeyError('The database has no default workspace: run the migrate step first');
  try {
    unwrapKey(keys, row.wrapped_key);
  } catch (cause) {
    const message =
      'The master key differs from the one of this database: set MASTER_KEY or DATA_DIR as the service has it';
    throw new MasterKeyError(message, { cause });
  }
  return keys;
}

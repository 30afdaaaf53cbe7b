/**
 * The default account and workspace with its owner key: created at the first start, found again at
 * later ones. Safe when several processes start at once, with one data directory or several.
 */
import { type Config, publicUrlOf, weaknessOfKey } from '@libs/config';
import { apiKeyScopes, type Database } from '@libs/persistence';
import {
  hashApiKey,
  keyPrefixOf,
  loadMasterKey,
  type MasterKeys,
  newApiKey,
  newDataKey,
  unwrapKey,
  wrapKey,
} from '@libs/security';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  bootstrapLockSql,
  findOwnerKeySql,
  insertAccountSql,
  insertFirstOwnerSql,
  insertOwnerKeySql,
  insertWorkspaceSql,
  wrappedKeySql,
} from './bootstrap.sql.js';
import { credentialsPath, readKeptApiKey, writeCredentials } from './credentials-file.js';

/** Fixed ids, so concurrent starts can't create two. */
export const defaultAccountId = '00000000-0000-7000-8000-000000000001';
export const defaultWorkspaceId = '00000000-0000-7000-8000-000000000002';
const defaultOwnerId = '00000000-0000-7000-8000-000000000003';

class BootstrapError extends Error {
  override readonly name = 'BootstrapError';
  constructor(
    readonly code: 'WRONG_MASTER_KEY' | 'BOOTSTRAP_KEY_REVOKED' | 'BOOTSTRAP_KEY_WEAK',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

interface DefaultWorkspace {
  readonly apiKey: string;
  readonly workspaceId: string;
}

interface BootstrapOptions {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
  /** URL under which callers reach the api, for credentials.json. Default: `publicUrlOf`. */
  readonly baseUrl?: string;
  /** Default: the key that `loadMasterKey` finds or creates. */
  readonly masterKey?: Buffer;
}

function masterKeysOf({ config, logger, masterKey }: BootstrapOptions): MasterKeys {
  if (masterKey !== undefined) return [masterKey];
  const { keys, madeAt } = loadMasterKey(config);
  if (madeAt !== null) {
    logger.warn(
      { path: madeAt },
      'master key created; keep it, because secrets cannot be read without it',
    );
  }
  return keys;
}

async function ensureWorkspace(manager: EntityManager, masterKeys: MasterKeys): Promise<void> {
  await manager.query(insertAccountSql, [defaultAccountId]);
  await manager.query(insertWorkspaceSql, [
    defaultWorkspaceId,
    defaultAccountId,
    wrapKey(masterKeys[0], newDataKey()),
  ]);
  await manager.query(insertFirstOwnerSql, [defaultOwnerId, defaultAccountId, defaultWorkspaceId]);
  const [row] = await manager.query<{ wrapped_key: Buffer }[]>(wrappedKeySql, [defaultWorkspaceId]);
  try {
    if (row !== undefined) unwrapKey(masterKeys, row.wrapped_key);
  } catch (cause) {
    const message =
      'The master key differs from the one that this database was set up with: set MASTER_KEY, or restore master.key';
    throw new BootstrapError('WRONG_MASTER_KEY', message, { cause });
  }
}

type KeyState = 'absent' | 'usable' | 'unusable';

async function stateOfKey(manager: EntityManager, key: string): Promise<KeyState> {
  const [row] = await manager.query<{ workspace_id: string; revoked_at: Date | null }[]>(
    findOwnerKeySql,
    [hashApiKey(key)],
  );
  if (row === undefined) return 'absent';
  return row.workspace_id === defaultWorkspaceId && row.revoked_at === null ? 'usable' : 'unusable';
}

const insertKey = (manager: EntityManager, key: string): Promise<unknown> =>
  manager.query(insertOwnerKeySql, [
    uuidv7(),
    defaultWorkspaceId,
    defaultAccountId,
    hashApiKey(key),
    keyPrefixOf(key),
    apiKeyScopes,
  ]);

/** For a key that an earlier release stored: refusing it would stop a service that runs. */
function warnOfWeakness(weakness: string | null, logger: Logger): void {
  if (weakness === null) return;
  const what = `the owner key of the default workspace ${weakness}; set it as BOOTSTRAP_API_KEY, then revoke the old one`;
  logger.warn({ code: 'BOOTSTRAP_KEY_WEAK' }, what);
}

/** BOOTSTRAP_API_KEY, else the key in credentials.json if it still works, else a new one. */
async function ensureOwnerKey(
  manager: EntityManager,
  { config, logger }: Pick<BootstrapOptions, 'config' | 'logger'>,
): Promise<{ key: string; made: boolean }> {
  const given = config.BOOTSTRAP_API_KEY?.reveal();
  if (given !== undefined) {
    const state = await stateOfKey(manager, given);
    if (state === 'unusable') {
      throw new BootstrapError(
        'BOOTSTRAP_KEY_REVOKED',
        'BOOTSTRAP_API_KEY was revoked or belongs to another workspace; set another one',
      );
    }
    const weakness = weaknessOfKey(given);
    if (state === 'usable') warnOfWeakness(weakness, logger);
    else if (weakness === null) await insertKey(manager, given);
    else throw new BootstrapError('BOOTSTRAP_KEY_WEAK', `BOOTSTRAP_API_KEY ${weakness}`);
    return { key: given, made: false };
  }
  const kept = readKeptApiKey(config.DATA_DIR);
  if (kept !== null && (await stateOfKey(manager, kept)) === 'usable') {
    warnOfWeakness(weaknessOfKey(kept), logger);
    return { key: kept, made: false };
  }
  const key = newApiKey();
  await insertKey(manager, key);
  return { key, made: true };
}

/**
 * Needs the migrated schema. Writes `$DATA_DIR/credentials.json`.
 * @throws BootstrapError, MasterKeyError, or the driver's error when the database does not answer
 */
export async function ensureDefaultWorkspace(options: BootstrapOptions): Promise<DefaultWorkspace> {
  const { database, config, logger } = options;
  const masterKey = masterKeysOf(options);
  const baseUrl = options.baseUrl ?? publicUrlOf(config);
  return database.dataSource.transaction(async (manager) => {
    await manager.query(bootstrapLockSql);
    await ensureWorkspace(manager, masterKey);
    const { key, made } = await ensureOwnerKey(manager, options);
    // Inside the lock: the next process on this data directory reads the key instead of creating
    // another.
    writeCredentials(config.DATA_DIR, {
      apiKey: key,
      workspaceId: defaultWorkspaceId,
      baseUrl,
      kafkaBrokers: config.KAFKA_BROKERS.join(','),
      schemaRegistryUrl: config.SCHEMA_REGISTRY_URL ?? baseUrl,
      databaseUrl: config.DATABASE_URL,
    });
    if (made)
      logger.warn(
        { path: credentialsPath(config.DATA_DIR) },
        'owner key created; only this file has it',
      );
    return { apiKey: key, workspaceId: defaultWorkspaceId };
  });
}

/** A migrated database with tenants and members, for contract tests of the api. */
import { type Config, loadConfig } from '@libs/config';
import {
  type ApiKeyScope,
  type Database,
  openDatabase,
  type Plan,
  type WorkspaceRole,
} from '@libs/persistence';
import { hashApiKey, keyPrefixOf, newApiKey, newDataKey, wrapKey } from '@libs/security';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';

export interface TestDatabaseOfApi {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly masterKey: Buffer;
  close(): Promise<void>;
}

/** A migrated database and its own data directory. */
export async function createApiDatabase(
  env: Readonly<Record<string, string>> = {},
): Promise<TestDatabaseOfApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-'));
  const { url, drop } = await createMigratedDatabase();
  const masterKey = newDataKey();
  const config = loadConfig({
    DATABASE_URL: url,
    KAFKA_BROKERS: '127.0.0.1:1',
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey.toString('base64'),
    ...env,
  });
  const database = await openDatabase({
    url,
    poolSize: 5,
    applicationName: 'test',
    statementTimeoutMs: config.FLOWLEDGER_STATEMENT_TIMEOUT_MS,
  });
  return {
    config,
    database,
    logger: pino({ level: 'silent' }),
    masterKey,
    close: async () => {
      await database.close();
      await drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export interface Tenant {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly apiKey: string;
}

export interface TenantOptions {
  /** Default: enterprise. */
  readonly plan?: Plan;
  /** The scopes of its key. Default: all. */
  readonly scopes?: readonly ApiKeyScope[];
}

const allScopes: readonly ApiKeyScope[] = ['logs:read', 'workflows:run', 'workflows:write'];

/** An account with one workspace and one key. */
export async function createTenant(
  { database, masterKey }: Pick<TestDatabaseOfApi, 'database' | 'masterKey'>,
  { plan = 'enterprise', scopes = allScopes }: TenantOptions = {},
): Promise<Tenant> {
  const [accountId, workspaceId, apiKey] = [uuidv7(), uuidv7(), newApiKey()];
  const { pool } = database;
  await pool.query('insert into account (id, name, plan) values ($1, $2, $3)', [
    accountId,
    'Tenant',
    plan,
  ]);
  await pool.query(
    'insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, $3, $4)',
    [workspaceId, accountId, 'Tenant', wrapKey(masterKey, newDataKey())],
  );
  await pool.query(
    `insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
     values ($1, $2, $3, 'test', $4, $5, $6)`,
    [uuidv7(), workspaceId, accountId, hashApiKey(apiKey), keyPrefixOf(apiKey), scopes],
  );
  return { accountId, workspaceId, apiKey };
}

export interface Member {
  readonly userId: string;
  readonly apiKey: string;
}

/** A user with a role in the workspace and a key with all scopes. */
export async function createMember(
  { database }: Pick<TestDatabaseOfApi, 'database'>,
  { accountId, workspaceId }: Tenant,
  role: WorkspaceRole,
): Promise<Member> {
  const [userId, apiKey] = [uuidv7(), newApiKey()];
  const { pool } = database;
  await pool.query('insert into app_user (id, account_id, email, name) values ($1, $2, $3, $3)', [
    userId,
    accountId,
    `${userId}@example.com`,
  ]);
  await pool.query(
    'insert into workspace_member (workspace_id, user_id, role) values ($1, $2, $3)',
    [workspaceId, userId, role],
  );
  await pool.query(
    `insert into api_key (id, workspace_id, account_id, user_id, role, name, key_hash, key_prefix, scopes)
     values ($1, $2, $3, $4, null, 'test', $5, $6, $7)`,
    [uuidv7(), workspaceId, accountId, userId, hashApiKey(apiKey), keyPrefixOf(apiKey), allScopes],
  );
  return { userId, apiKey };
}

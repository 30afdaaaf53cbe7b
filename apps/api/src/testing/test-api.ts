/**
 * The whole api with its own database and an in-memory event log, for contract tests. Requests are
 * injected without a socket.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, loadConfig } from '@libs/config';
import { topicDeclarations } from '@libs/contracts';
import { createMemoryEventLog, type EventLog } from '@libs/event-log';
import {
  type ApiKeyScope,
  type Database,
  migrate,
  openDatabase,
  type Plan,
  type WorkspaceRole,
} from '@libs/persistence';
import { noTracing, PlatformModule, traceRequests, type Tracing } from '@libs/platform';
import { hashApiKey, keyPrefixOf, newApiKey, newDataKey, wrapKey } from '@libs/security';
import { mkdtempSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { ApiModule } from '../api.module.js';
import { configureApi, createApiAdapter } from '../http/api-adapter.js';
import { type ConnectionTimes, connectionTimes } from '../http/connection-times.js';
import { documentedAnswers } from './answers-of-api.js';

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
  const { url, drop } = await createTestDatabase();
  await migrate(url);
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

const allScopes: readonly ApiKeyScope[] = ['logs:read', 'workflows:run', 'workflows:write'];

/** An account with one workspace and one key. */
export async function createTenant(
  { database, masterKey }: Pick<TestDatabaseOfApi, 'database' | 'masterKey'>,
  {
    plan = 'enterprise',
    scopes = allScopes,
  }: { plan?: Plan; scopes?: readonly ApiKeyScope[] } = {},
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

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

interface TestRequest {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged, with this content type. */
  readonly raw?: { readonly text: string | Buffer; readonly type?: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface TestApi {
  readonly eventLog: EventLog;
  readonly app: NestFastifyApplication;
  request(method: HttpMethod, path: string, request?: TestRequest): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Boots the ApiModule as `runProcess` does.
 * @param prepare runs before routes are registered
 */
export async function startTestApi(
  {
    config,
    database,
    logger,
    tracing = noTracing,
  }: TestDatabaseOfApi & { readonly tracing?: Tracing },
  eventLog: EventLog = createMemoryEventLog(),
  times: ConnectionTimes = connectionTimes,
  prepare: (app: NestFastifyApplication) => void = () => undefined,
): Promise<TestApi> {
  await eventLog.admin.ensureTopics(topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS));
  const platform = PlatformModule.forParts({ config, eventLog, database, logger, tracing });

  @Module({ imports: [platform, ApiModule] })
  class TestModule {}

  const trustedProxies = config.FLOWLEDGER_TRUSTED_PROXIES;
  const triggerUrl = config.FLOWLEDGER_TRIGGER_URL;
  const adapter = createApiAdapter({ trustedProxies, triggerUrl, times });
  if (tracing.enabled) traceRequests(adapter.getInstance(), tracing);
  const app = await NestFactory.create<NestFastifyApplication>(TestModule, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  await configureApi(app);
  prepare(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    eventLog,
    app,
    request: async (method, path, { key, body, raw, headers = {} } = {}) => {
      const type =
        raw === undefined ? (body === undefined ? undefined : 'application/json') : raw.type;
      const payload = raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          ...(key !== undefined && { 'x-api-key': key }),
          ...(type !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      });
      const contentType = answer.headers['content-type'] ?? '';
      const isJson = /[/+]json/.test(contentType);
      const read: unknown = isJson ? JSON.parse(answer.payload) : answer.payload;
      const { statusCode: status } = answer;
      const problem = documentedAnswers().problemOf({
        method,
        url: path,
        status,
        contentType,
        body: read,
      });
      if (problem !== null) throw new Error(`not as documented: ${problem}`);
      return { status, headers: answer.headers, body: read };
    },
    close: async () => {
      await app.close();
      await eventLog.close();
    },
  };
}

/** A workflow that passes every check: webhook trigger, then a response. */
export const validDefinition = (
  path: string,
): { readonly blocks: readonly object[]; readonly edges: readonly object[] } => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    {
      id: 'done',
      type: 'response',
      name: 'Done',
      config: { status: 200, body: { got: '<webhook.body>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'done' }],
});

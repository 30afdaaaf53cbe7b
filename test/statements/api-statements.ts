/**
 * The api's statements in use: those that TypeORM generates and those that depend on a request's
 * filters. They run on the filled tables, as a new workspace with one of everything and as the
 * largest tenant.
 */
import { loadConfig } from '@libs/config';
import type { Database } from '@libs/persistence';
import { hashApiKey, keyPrefixOf, newApiKey, newDataKey } from '@libs/security';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { closed, isStream } from '../../apps/api/src/testing/documented-routes.js';
import { fillWorkspace, pathWithin } from '../../apps/api/src/testing/full-workspace.js';
import { startTestApi, type TestApi } from '../../apps/api/src/testing/test-api.js';
import { createTenant } from '../../apps/api/src/testing/test-database.js';
import type { OpenApiDocument } from '../../apps/api/src/openapi/document.js';
import type { Statement } from './plans.js';
import { largestFingerprint } from './tables.js';

export interface WatchedApi {
  readonly api: TestApi;
  /** In the order of execution. */
  readonly asked: Statement[];
  /** API key of the largest tenant. */
  readonly key: string;
  close(): Promise<void>;
}

/** The same database; records each statement that goes through its pool or through TypeORM. */
function watched(database: Database, asked: Statement[]): Database {
  const note = (text: string, values: readonly unknown[] = []): void => {
    asked.push({ name: 'api', text, values, isNamed: false });
  };
  const silent = (): undefined => undefined;
  database.dataSource.logger = {
    logQuery: (text: string, values?: unknown[]) => {
      note(text, values);
    },
    ...{ logQueryError: silent, logQuerySlow: silent, logSchemaBuild: silent },
    ...{ logMigration: silent, log: silent },
  };
  const pool = new Proxy(database.pool, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (property !== 'query' || typeof value !== 'function') return value;
      return (query: string | Statement, ...rest: unknown[]): unknown => {
        if (typeof query === 'string') note(query, rest[0] as unknown[] | undefined);
        else note(query.text, query.values ?? []);
        return Reflect.apply(value, target, [query, ...rest]) as unknown;
      };
    },
  });
  return { ...database, pool };
}

/** @param tenant id of the largest one: account, workspace and user */
export async function watchApi(
  url: string,
  database: Database,
  tenant: string,
): Promise<WatchedApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-'));
  const masterKey = newDataKey();
  const config = loadConfig({
    ...{ DATABASE_URL: url, KAFKA_BROKERS: '127.0.0.1:1', DATA_DIR: dataDir },
    ...{ MASTER_KEY: masterKey.toString('base64'), FLOWLEDGER_LOGS_PER_MINUTE: '1000000' },
  });
  const { pool } = database;
  const key = newApiKey();
  await pool.query(`update account set plan = 'enterprise' where id = $1`, [tenant]);
  await pool.query(
    `insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
     values ($1, $2, $2, 'test', $3, $4, '{logs:read,workflows:run,workflows:write}')`,
    [randomUUID(), tenant, hashApiKey(key), keyPrefixOf(key)],
  );
  const asked: Statement[] = [];
  const base = { config, masterKey, logger: pino({ level: 'silent' }) };
  const api = await startTestApi({ ...base, database: watched(database, asked) });
  await useEveryRoute({ ...base, database }, api);
  await readTheLargest(api, key, tenant);
  return {
    ...{ api, asked, key },
    close: async () => {
      await api.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

type Base = Parameters<typeof createTenant>[0];

async function useEveryRoute(base: Base, api: TestApi): Promise<void> {
  const document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
  const tenant = await createTenant(base);
  const workspace = await fillWorkspace({ ...api, database: base.database }, tenant);
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const routes = closed(document)
    .filter((route) => !isStream(route))
    // Nested resources are deleted before their parents.
    .sort(
      (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || b.path.length - a.path.length,
    );
  for (const { method, path, operation } of routes) {
    const media = operation.requestBody?.content['application/json'] as
      { example?: object } | undefined;
    const { status } = await api.request(
      method,
      `${pathWithin(workspace, path)}?workspaceId=${tenant.workspaceId}`,
      {
        key: tenant.apiKey,
        headers: { 'x-execution-mode': 'async' },
        ...(media && { body: media.example }),
      },
    );
    if (status >= 500) throw new Error(`${method} ${path} was answered ${status}`);
  }
}

const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
/** Single filters, and some combinations. */
const filters: readonly string[] = [
  ...['', 'order=asc', 'limit=7', 'details=full', 'level=error', 'level=info', 'status=success'],
  ...['status=error', 'status=running', 'status=retrying', 'status=paused', 'triggers=webhook'],
  ...['draft=true', 'draft=false', 'draft=true&workflowIds={T}'],
  ...['triggers=api', 'model=model-1', 'model=unknown', 'minDurationMs=4990', 'maxDurationMs=1'],
  ...['minCost=0.9', 'maxCost=0.1', 'search=order%20123', 'search=zzzz', 'folderIds=a,b'],
  ...[
    'workflowIds={T}',
    'workflowIds={T},{U}',
    `executionId=${randomUUID()}`,
    `startDate=${since}`,
  ],
  ...[
    'workflowIds={T}&level=error',
    'workflowIds={T}&status=error&model=model-1',
    'level=error&minCost=0.1',
  ],
  ...[
    'model=model-1&level=error',
    `endDate=${since}&triggers=chat`,
    'includeTraceSpans=true&limit=10',
  ],
  ...['includeFinalOutput=true&limit=10', 'includeDeliveries=true', 'errorCode=TIMEOUT'],
  ...['notWorkflowIds={T}', 'fingerprint={F}', 'fingerprint={F}&triggers=webhook'],
  ...[`parentExecutionId=${randomUUID()}`, `rerunOf=${randomUUID()}`],
];

async function readTheLargest(api: TestApi, key: string, tenant: string): Promise<void> {
  const read = async (path: string): Promise<string | undefined> => {
    const { status, body } = await api.request<{ readonly nextCursor?: string }>(
      'GET',
      `/api/v1/${path}`,
      { key },
    );
    if (status >= 400) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
    return body.nextCursor;
  };
  for (const list of ['logs', 'logs/tail'])
    for (const filter of filters.map((text) =>
      text.replace('{T}', tenant).replace('{U}', randomUUID()).replace('{F}', largestFingerprint),
    )) {
      // The tail contains only ended executions, in its own order.
      if (list === 'logs/tail' && /order=|Date=|running|retrying|paused/.test(filter)) continue;
      const from = list === 'logs/tail' ? `&startDate=${since}` : '';
      const path = `${list}?workspaceId=${tenant}&${filter}${from}`;
      const cursor = await read(path);
      if (cursor !== undefined) await read(`${path}&cursor=${encodeURIComponent(cursor)}`);
    }
  for (const sort of ['created', 'updated', 'name', 'lastRun'])
    for (const filter of ['', '&order=asc', '&trigger=webhook', '&search=workflow&deployed=true']) {
      const path = `workflows?sort=${sort}${filter}&limit=5`;
      const cursor = await read(path);
      if (cursor !== undefined) await read(`${path}&cursor=${encodeURIComponent(cursor)}`);
    }
  for (const list of [
    'api-keys',
    'audit',
    'batches',
    'subscriptions',
    'workspaces',
    'usage',
    'notifications',
  ]) {
    await read(/workspaces|usage/.test(list) ? list : `${list}?limit=5`);
  }
  for (const action of ['cancel', 'rerun'])
    await api.request('POST', '/api/v1/batches', {
      key,
      body: { action, filter: { level: 'error' }, dryRun: true },
    });
}

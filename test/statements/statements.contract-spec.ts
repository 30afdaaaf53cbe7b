/**
 * Checks every statement against tables with a million rows each: none may read a whole table,
 * unless that is its purpose. The database is filled once, which takes most of this test's time.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@libs/persistence';
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { approvalsSql } from '../../apps/api/src/executions/execution.sql.js';
import { watchApi, type WatchedApi } from './api-statements.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import type { TestDatabase } from '../support/stack.js';
import { fillTables } from './fill.js';
import { genericScansOf, readCatalog, scansFor, type Catalog, type Statement } from './plans.js';
import { discoverStatements, type Discovered } from './statements.js';
import { notAsked, samples, wholeReads } from './samples.js';
import { bounded, growing, tenantId } from './tables.js';

/** For what hangs. The fill takes 160 s alone, and took over 900 s beside others on a slow disk. */
const fillLimitMs = 3_600_000;

let test: TestDatabase;
let database: Database;
let catalog: Catalog;
let found: Discovered;
let tenant: string;

beforeAll(async () => {
  test = await createMigratedDatabase();
  const began = performance.now();
  await fillTables(test.url);
  process.stderr.write(`filled in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  // Opened like the service's own: its connection options influence Postgres's plans.
  database = await openDatabase({ url: test.url, poolSize: 10, applicationName: 'test' });
  catalog = await withClient((client) => readCatalog(client));
  found = await discoverStatements();
  const { rows } = await database.pool.query<{ id: string }>(`select ${tenantId('0')} as id`);
  tenant = rows[0]?.id ?? '';
}, fillLimitMs);
afterAll(async () => {
  await database.close();
  await test.drop();
});

/**
 * A connection for one plan. Held for the whole test, it would be ended by its own bounds: between
 * two plans Postgres says nothing.
 */
async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const scansOf = (statement: Pick<Statement, 'text' | 'values'>): Promise<readonly string[]> =>
  withClient((client) => scansFor(client, statement, catalog, tenant));

const ofGrowing = (scans: readonly string[], name: string): readonly string[] =>
  scans.filter((scan) => {
    const table = scan.split(' ').at(-1) ?? '';
    if (scan.startsWith('refused')) return true;
    return table in growing && wholeReads[name]?.[table] === undefined;
  });

const refused = (cause: unknown): readonly string[] => [`refused: ${(cause as Error).message}`];

describe('every table', () => {
  it('is classified as growing or bounded', () => {
    const known = new Set([...Object.keys(growing), ...bounded]);
    expect(known).toEqual(new Set(catalog.tableOf.values()));
  });
});

describe('every statement', () => {
  it('is discovered, and every listed exception exists', () => {
    expect(found.unknown).toEqual([]);
    expect(found.statements.length).toBeGreaterThan(100);
    for (const name of [
      ...Object.keys(samples),
      ...Object.keys(notAsked),
      ...Object.keys(wholeReads),
    ])
      expect([name, found.names.has(name)]).toEqual([name, true]);
  });

  it('reads no large table as a whole, with or without values', async () => {
    const scans: Record<string, readonly string[]> = {};
    for (const statement of found.statements) {
      const all = [
        ...(await scansOf(statement).catch(refused)),
        ...(statement.isNamed
          ? await withClient((client) =>
              genericScansOf(client, statement.text, catalog).catch(refused),
            )
          : []),
      ];
      const wrong = ofGrowing(all, statement.name);
      if (wrong.length > 0) scans[statement.name] = [...new Set(wrong)];
    }
    expect(scans).toEqual({});
  }, 600_000);
});

describe('the api', () => {
  let watched: WatchedApi;
  beforeAll(async () => {
    watched = await watchApi(test.url, database, tenant);
  }, 300_000);
  afterAll(() => watched.close());

  it('sends no other statement that reads a large table as a whole', async () => {
    const scans: Record<string, readonly string[]> = {};
    const distinct = new Map(watched.asked.map((statement) => [statement.text, statement]));
    for (const statement of distinct.values()) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement.text)) continue;
      const wrong = ofGrowing(await scansOf(statement), 'api');
      if (wrong.length > 0) scans[statement.text] = wrong;
    }
    expect(scans).toEqual({});
  }, 600_000);

  it('makes one lookup for each of 50 unknown approvals, and answers others', async () => {
    const { api, asked, key } = watched;
    asked.splice(0);
    const calls = Array.from({ length: 50 }, () =>
      api.request(
        'POST',
        `/api/webhooks/resume/${randomUUID()}/${randomBytes(32).toString('base64url')}`,
        { body: {} },
      ),
    );
    const others = await Promise.all([
      api.request('GET', `/api/v1/logs?workspaceId=${tenant}`, { key }),
      api.request('GET', '/health/live'),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(50).fill(404));
    const lookUps = asked.filter(({ text }) => text === approvalsSql);
    expect(lookUps).toHaveLength(50);
    expect(await scansOf(lookUps[0]!)).toEqual([]);
  });
});

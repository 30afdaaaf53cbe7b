import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { startPooler } from '../../../test/support/pooler.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from './database.js';
import { inTransaction } from './transaction.js';
import { isDatabaseUnavailable, isStatementTimeout } from './unavailable.js';

const statementTimeoutMs = 300;

let test: TestDatabase;
let way: Way;
let database: Database;

/** The network between us and Postgres. */
interface Way {
  readonly url: string;
  /** Silences all current connections in both directions without closing them: the host is gone. */
  cutOff(): void;
  close(): Promise<void>;
}

async function wayTo(url: string): Promise<Way> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    cutOff() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
});
beforeEach(async () => {
  way = await wayTo(test.url);
  database = await openDatabase({
    url: way.url,
    poolSize: 1,
    applicationName: 'bounded',
    statementTimeoutMs,
  });
});
afterEach(async () => {
  await database.close();
  await way.close();
});

describe('a connection to Postgres', () => {
  it('is closed when Postgres stops answering, and the next one works', async () => {
    await database.pool.query('select 1');
    way.cutOff();
    expect(isDatabaseUnavailable(await failureOf(database.pool.query('select 1')))).toBe(true);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is closed inside a transaction of pool and of dataSource', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    const transaction = database.dataSource.transaction(async (manager) => {
      await manager.query('select 1');
      way.cutOff();
      await manager.query('select 1');
    });
    expect(isDatabaseUnavailable(await failureOf(transaction))).toBe(true);
    expect(isDatabaseUnavailable(await failureOf(client.query('select 1')))).toBe(true);
    client.release();
    expect(await database.dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it.each(['pool', 'dataSource'] as const)(
    'cancels a statement of %s at the statement timeout',
    async (door) => {
      const { query }: { query(sql: string): Promise<unknown> } = database[door];
      const failure = await failureOf(query.call(database[door], 'select pg_sleep(60)'));
      expect(isStatementTimeout(failure)).toBe(true);
      expect(isDatabaseUnavailable(failure)).toBe(true);
    },
  );

  it.each(['pool', 'dataSource'] as const)(
    'runs a statement of %s without parallel workers and without JIT',
    async (door) => {
      const { query }: { query(sql: string): Promise<unknown> } = database[door];
      const ask = query.bind(database[door]);
      await ask(`select set_config('debug_parallel_query', 'on', false)`);
      const plan = JSON.stringify(await ask('explain select count(*) from pg_class'));
      expect(plan).toContain('Aggregate');
      expect(plan).not.toContain('Gather');
      expect(JSON.stringify(await ask('show jit'))).toContain('"jit":"off"');
    },
  );

  it('releases its locks when its transaction stays idle', async () => {
    const frozen = await database.pool.connect();
    await frozen.query('begin');
    await frozen.query('select pg_advisory_xact_lock(1)');
    const other = await openDatabase({ url: test.url, poolSize: 1, applicationName: 'other' });
    await other.pool.query('select pg_advisory_xact_lock(1)');
    await other.close();
    expect(isDatabaseUnavailable(await failureOf(frozen.query('select 1')))).toBe(true);
    frozen.release();
  });

  it('has no statement timeout for patient work', async () => {
    const seconds = (2 * statementTimeoutMs) / 1_000;
    const { rows } = await database.patiently((client) =>
      client.query<{ done: string }>(`select pg_sleep(${seconds})::text as done`),
    );
    expect(rows).toEqual([{ done: '' }]);
  });

  it.each(['pool', 'dataSource'] as const)(
    'of %s is replaced when it becomes read-only, as after a failover',
    async (door) => {
      const write = 'create table written ()';
      const tryToWrite = () =>
        door === 'pool'
          ? inTransaction(database.pool, async (client) => {
              await client.query('set transaction read only');
              await client.query(write);
            })
          : database.dataSource.transaction(async (manager) => {
              await manager.query('set transaction read only');
              await manager.query(write);
            });
      const { query }: { query(sql: string): Promise<unknown> } = database[door];
      const backend = async () => query.call(database[door], 'select pg_backend_pid() as pid');
      const before = await backend();
      expect(await failureOf(tryToWrite())).toMatchObject({ code: '25006' });
      expect(await backend()).not.toEqual(before);
    },
  );
});

describe('a standby', () => {
  it('is refused when the database is opened', async () => {
    // A primary that reports itself as a standby: our function shadows pg_is_in_recovery.
    const other = await createTestDatabase();
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    await client.query(`
      create schema shadow;
      create function shadow.pg_is_in_recovery() returns boolean language sql return true;
      alter database ${new URL(other.url).pathname.slice(1)} set search_path = shadow, pg_catalog, public`);
    await client.end();
    const failure = await failureOf(
      openDatabase({ url: other.url, poolSize: 1, applicationName: 'standby' }),
    );
    expect(String(failure)).toMatch('set DATABASE_URL to its primary');
    expect(isDatabaseUnavailable(failure)).toBe(true);
    await other.drop();
  });
});

describe('a connection pooler', () => {
  it('works in session mode', async () => {
    const pooler = await startPooler(test.url);
    const behind = await openDatabase({ url: pooler.url, poolSize: 2, applicationName: 'pooled' });
    const one = [{ one: 1 }];
    expect(await behind.dataSource.query('select 1 as one')).toEqual(one);
    expect((await behind.pool.query('select 1 as one')).rows).toEqual(one);
    expect(await behind.patiently((client) => client.query('select 1 as one'))).toMatchObject({
      rows: one,
    });
    await behind.close();
    await pooler.close();
  });

  it('is refused in transaction mode', async () => {
    const pooler = await startPooler(test.url, 'transaction');
    const failures = [
      await failureOf(migrate(pooler.url)),
      await failureOf(openDatabase({ url: pooler.url, poolSize: 2, applicationName: 'pooled' })),
    ];
    for (const failure of failures) expect(String(failure)).toMatch('pool_mode = session');
    await pooler.close();
    // The refused attempt left nothing in the shared session.
    await migrate(test.url);
  });
});

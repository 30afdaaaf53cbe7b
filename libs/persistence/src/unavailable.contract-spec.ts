import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/stack.js';
import { openDatabase } from './database.js';
import { isDatabaseUnavailable } from './unavailable.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

function openPool(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: test.url, ...options });
  // `end` does not wait until connections close: the last one may report its dropped database.
  pool.on('error', () => undefined);
  return pool;
}

describe('isDatabaseUnavailable', () => {
  it('is true for a port without a listener', async () => {
    const pool = openPool({ connectionString: 'postgres://u:p@127.0.0.1:1/x' });
    expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    await pool.end();
  });

  it('is true for a connection cut during a statement of pool or dataSource', async () => {
    const database = await openDatabase({ url: test.url, poolSize: 1, applicationName: 'cut' });
    const killer = new pg.Client({ connectionString: test.url });
    await killer.connect();
    const doors: readonly { query(sql: string): Promise<unknown> }[] = [
      database.pool,
      database.dataSource,
    ];
    for (const [n, door] of doors.entries()) {
      // Each has its own statement: the backend of the previous one may still be visible.
      const statement = `select pg_sleep(60), ${n} as door`;
      const failure = failureOf(door.query(statement));
      for (let killed = 0; killed === 0;) {
        const { rowCount } = await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'cut' and query = $1 and state = 'active'`,
          [statement],
        );
        killed = rowCount ?? 0;
      }
      expect(isDatabaseUnavailable(await failure)).toBe(true);
    }
    await killer.end();
    await database.close();
  });

  it('is true for a connection cut between two statements', async () => {
    const database = await openDatabase({ url: test.url, poolSize: 1, applicationName: 'held' });
    const held = await database.pool.connect();
    await held.query('begin');
    const cut = new Promise((resolve) => held.once('end', resolve));
    const killer = new pg.Client({ connectionString: test.url });
    await killer.connect();
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'held'`,
    );
    await cut;
    expect(isDatabaseUnavailable(await failureOf(held.query('select 1')))).toBe(true);
    held.release();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await killer.end();
    await database.close();
  });

  it('is true for a connection cut during a TypeORM transaction', async () => {
    const database = await openDatabase({ url: test.url, poolSize: 1, applicationName: 'middle' });
    const killer = new pg.Client({ connectionString: test.url });
    await killer.connect();
    const failure = failureOf(
      database.dataSource.transaction(async (manager) => {
        await manager.query('select 1');
        await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'middle'`,
        );
        await new Promise((resolve) => setTimeout(resolve, 200));
      }),
    );
    expect(isDatabaseUnavailable(await failure)).toBe(true);
    await killer.end();
    await database.close();
  });

  it('is true for a pool whose connections stay busy too long', async () => {
    const pool = openPool({ max: 1, connectionTimeoutMillis: 500 });
    const held = await pool.connect();
    expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    held.release();
    await pool.end();
  });

  it.each([
    ['is read-only', 'set transaction read only', 'create table written ()'],
    [
      'has no disk space',
      "set local temp_file_limit = 0; set local work_mem = '64kB'",
      'select i from generate_series(1, 10000) i order by -i offset 10000',
    ],
  ])('is true for a server that %s', async (_, setting, statement) => {
    const pool = openPool({ max: 1 });
    await pool.query('begin');
    await pool.query(setting);
    expect(isDatabaseUnavailable(await failureOf(pool.query(statement)))).toBe(true);
    await pool.end();
  });

  it('is true for the victim of a deadlock', async () => {
    const pool = openPool({ max: 2 });
    const [one, other] = [await pool.connect(), await pool.connect()];
    const lock = 'select pg_advisory_xact_lock($1)';
    for (const [client, key] of [
      [one, 1],
      [other, 2],
    ] as const) {
      await client.query('begin');
      await client.query(lock, [key]);
    }
    const failures = await Promise.all([
      failureOf(one.query(lock, [2])).finally(() => one.release(true)),
      failureOf(other.query(lock, [1])).finally(() => other.release(true)),
    ]);
    expect(failures.map(isDatabaseUnavailable).sort()).toEqual([false, true]);
    await pool.end();
  });

  it('is false for an invalid statement', async () => {
    const pool = openPool();
    expect(isDatabaseUnavailable(await failureOf(pool.query('select nothing')))).toBe(false);
    expect(isDatabaseUnavailable(null)).toBe(false);
    await pool.end();
  });
});

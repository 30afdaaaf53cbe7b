import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/stack.js';
import { isAccountBusy } from './account-lines.js';
import { admitAs, databaseCaller } from './account-pool.js';
import { type Database, migrate, openDatabase } from './database.js';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  await migrate(test.url);
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'lines' });
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

/** As a request of the account. */
const as = <T>(account: string, work: () => Promise<T>): Promise<T> =>
  databaseCaller.run({ accountId: null }, () => {
    admitAs(account);
    return work();
  });

const times = <T>(count: number, work: () => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, () => work());

const busySql = `select count(*)::int as busy from pg_stat_activity
  where application_name = 'lines' and state = 'active' and query like 'select pg_sleep%'`;

describe('the pool of connections', () => {
  it('gives one account half of the connections, and another one the rest at once', async () => {
    const crowd = times(6, () => as('a', () => database.pool.query('select pg_sleep(1)')));
    const { rows } = await as('b', () => database.pool.query<{ busy: number }>(busySql));
    expect(rows[0]?.busy).toBeLessThanOrEqual(2);
    expect((await Promise.all(crowd)).length).toBe(6);
  });

  it('counts those of TypeORM likewise', async () => {
    const sleep = (): Promise<unknown> => database.dataSource.query('select pg_sleep(1)');
    const crowd = times(6, () => as('a', sleep));
    await as('b', () => database.dataSource.query('select 1'));
    const { rows } = await database.pool.query<{ busy: number }>(busySql);
    expect(rows[0]?.busy).toBeLessThanOrEqual(2);
    await Promise.all(crowd);
  });

  it('refuses a call that its own account kept waiting, and works on', async () => {
    const holders = await Promise.all(times(2, () => as('a', () => database.pool.connect())));
    const late = await as('a', () => database.pool.query('select 1')).catch(
      (error: unknown) => error,
    );
    expect(isAccountBusy(late)).toBe(true);
    for (const client of holders) client.release();
    expect((await as('a', () => database.pool.query('select 1'))).rowCount).toBe(1);
  });

  it('takes back what a broken connection held', async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await as('a', () => database.pool.connect());
      client.release(new Error('broken'));
    }
    expect((await as('a', () => database.pool.query('select 1'))).rowCount).toBe(1);
  });
});

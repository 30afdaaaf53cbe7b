import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/stack.js';
import { type Database, openDatabase } from './database.js';
import { inTransaction } from './transaction.js';

let test: TestDatabase;
/** One connection only: a connection that is not returned blocks the next statement. */
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url, poolSize: 1, applicationName: 'transaction' });
  await database.pool.query('create table kept (n int)');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const insertSql = 'insert into kept values (1)';
const count = async (): Promise<number | undefined> =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from kept')).rows[0]?.n;

it('commits all statements of work that ends, and none of work that throws', async () => {
  await inTransaction(database.pool, (client) => client.query(insertSql));
  expect(await count()).toBe(1);
  const thrown = new Error('no');
  const work = inTransaction(database.pool, async (client) => {
    await client.query(insertSql);
    throw thrown;
  });
  await expect(work).rejects.toBe(thrown);
  expect(await count()).toBe(1);
});

it('does not return a broken connection to the pool', async () => {
  const before = await count();
  const work = inTransaction(database.pool, async (client) => {
    await client.query(insertSql);
    await database.patiently((other) =>
      other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'transaction' and state = 'idle in transaction'`,
      ),
    );
    await client.query(insertSql);
  });
  await expect(work).rejects.toThrow();
  expect(await count()).toBe(before);
});

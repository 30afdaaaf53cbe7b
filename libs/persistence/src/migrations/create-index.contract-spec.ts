import { advisoryLocks } from '../advisory-locks.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { createIndexConcurrently } from './create-index.js';

let url: string;
let database: Database;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const created = await createTestDatabase();
  ({ url } = created);
  await migrate(url);
  database = await openDatabase({ url, poolSize: 4, applicationName: 'test' });
  closing.push(created.drop, () => database.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  closing.push(() => client.end());
  return client;
};

const partition = (bucket: number): string =>
  `create table execution_detail_r${bucket} partition of execution_detail for values in (${bucket})`;

const insert = (bucket: number) =>
  database.pool.query(
    `insert into execution_detail (execution_id, trigger_block_id, retention_bucket) values ($1, 'hook', $2)`,
    [randomUUID(), bucket],
  );

const isValid = async (index: string): Promise<boolean | undefined> => {
  const { rows } = await database.pool.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.valid;
};

it('builds an index on partitions during writes, and later partitions get it', async () => {
  await database.pool.query(partition(101));
  const index = { name: 'detail_by_trigger', table: 'execution_detail' };
  const state = { building: true };
  const built = createIndexConcurrently(database.dataSource, {
    ...index,
    definition: '(trigger_block_id) where trigger_block_id is not null',
  }).finally(() => {
    state.building = false;
  });
  do {
    await insert(0);
    await insert(101);
  } while (state.building);
  await built;
  await database.pool.query(partition(102));
  await insert(102);
  expect(await isValid('detail_by_trigger')).toBe(true);
  const { rows } = await database.pool.query<{ parts: number }>(
    `select count(*)::int as parts from pg_inherits where inhparent = 'detail_by_trigger'::regclass`,
  );
  expect(rows).toEqual([{ parts: 3 }]);
  // A second run, as after a crash before it was recorded.
  await createIndexConcurrently(database.dataSource, {
    ...index,
    definition: '(trigger_block_id)',
  });
});

it('rebuilds an index that a failed build left invalid', async () => {
  await database.pool.query(`create table twice (n int); insert into twice values (1), (1)`);
  const failing = database.pool.query('create unique index concurrently twice_n on twice (n)');
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await isValid('twice_n')).toBe(false);
  await createIndexConcurrently(database.dataSource, {
    name: 'twice_n',
    table: 'twice',
    definition: '(n)',
  });
  expect(await isValid('twice_n')).toBe(true);
});

it('does not block an index build while a migration waits for its lock', async () => {
  const [first, builder] = [await connect(), await connect()];
  await first.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
  const second = migrate(url);
  for (let waits = 0; waits === 0;) {
    const { rows } = await first.query<{ waits: number }>(
      `select count(*)::int as waits from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%advisory_lock($1)%'`,
    );
    waits = rows[0]?.waits ?? 0;
  }
  // It would wait for ever for a migration that blocks in an earlier statement.
  await builder.query(`set statement_timeout = '60s'`);
  await builder.query('create index concurrently account_by_plan on account (plan)');
  await first.query('select pg_advisory_unlock($1)', [advisoryLocks.migrating]);
  await second;
});

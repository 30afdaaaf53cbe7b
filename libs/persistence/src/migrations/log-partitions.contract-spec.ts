import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { LogPartitions1795272815438 } from './1795272815438-log-partitions.js';

const tables = [
  'execution_log',
  'execution_detail',
  'execution_search',
  'block_execution',
  'block_attempt',
];
const name = new LogPartitions1795272815438().name;

let database: Database;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const created = await createTestDatabase();
  await migrate(created.url);
  database = await openDatabase({ url: created.url, poolSize: 2, applicationName: 'test' });
  closing.push(created.drop, () => database.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Columns, keys and indexes by name, as the statements of a release rely on them. */
async function shapeOf(source: Pick<DataSource, 'query'>): Promise<unknown> {
  const columns: unknown = await source.query(
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_name = any($1) order by table_name, column_name`,
    [tables],
  );
  const indexes: unknown = await source.query(
    'select indexname, indexdef from pg_indexes where tablename = any($1) order by indexname',
    [tables],
  );
  const constraints: unknown = await source.query(
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) order by conname`,
    [tables],
  );
  return { columns, indexes, constraints };
}

/** The tables as they were in the release before the partitions. */
async function shapeBefore(): Promise<unknown> {
  const created = await createTestDatabase();
  closing.push(created.drop);
  const all = database.dataSource.migrations;
  const before = all.slice(
    0,
    all.findIndex((migration) => migration.name === name),
  );
  const source = new DataSource({
    type: 'postgres',
    url: created.url,
    migrations: before.map((migration) => migration.constructor as new () => typeof migration),
  });
  await source.initialize();
  await source.runMigrations({ transaction: 'each' });
  const shape = await shapeOf(source);
  await source.destroy();
  return shape;
}

async function undoUntilBefore(): Promise<void> {
  for (;;) {
    const [last] = await database.dataSource.query<{ name: string }[]>(
      'select name from migrations order by id desc limit 1',
    );
    await database.dataSource.undoLastMigration({ transaction: 'each' });
    if (last?.name === name) return;
  }
}

const insertExecution = async (bucket: number): Promise<string> => {
  const id = randomUUID();
  const { pool } = database;
  await pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
       definition_hash, status, level, trigger, started_at, ledger_partition, ledger_offset, retention_bucket)
     values ($1, $1, $1, $1, $1, 'W', 1, 'h', 'running', 'info', 'api', now(), 0, 0, $2)`,
    [id, bucket],
  );
  await pool.query(
    `insert into execution_detail (execution_id, trigger_block_id, engine_version, retention_bucket) values ($1, 'hook', '1', $2)`,
    [id, bucket],
  );
  await pool.query(
    `insert into execution_search (execution_id, workspace_id, day, text, retention_bucket) values ($1, $1, 1, 'text', $2)`,
    [id, bucket],
  );
  await pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, retention_bucket)
     values ($1, 'b', '', 'B', 'api', 'running', 1, now(), $2)`,
    [id, bucket],
  );
  await pool.query(
    `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, error_code, message, duration_ms,
       occurred_at, retry_at, retention_bucket)
     values ($1, 1, 'b', '', 1, 'E', 'm', 1, now(), now(), $2)`,
    [id, bucket],
  );
  return id;
};

const executionsIn = async (table: string): Promise<string[]> =>
  (
    await database.pool.query<{ execution_id: string }>(
      `select execution_id from ${table} order by execution_id`,
    )
  ).rows.map((row) => row.execution_id);

it('reverts and reapplies the partition migration with every row and index', async () => {
  const bucket = 720_000;
  for (const table of tables)
    await database.pool.query(
      `create table ${table}_r${bucket} partition of ${table} for values in (${bucket})`,
    );
  const ids = [
    await insertExecution(0),
    await insertExecution(bucket),
    await insertExecution(bucket),
  ].sort();
  const after = await shapeOf(database.dataSource);
  await undoUntilBefore();
  for (const table of tables) expect([table, await executionsIn(table)]).toEqual([table, ids]);
  expect(await shapeOf(database.dataSource)).toEqual(await shapeBefore());
  await database.dataSource.runMigrations({ transaction: 'each' });
  for (const table of tables) expect([table, await executionsIn(table)]).toEqual([table, ids]);
  expect(await shapeOf(database.dataSource)).toEqual(after);
}, 120_000);

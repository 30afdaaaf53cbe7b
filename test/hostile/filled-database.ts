/**
 * A migrated database with a large log: some statements are slow only then. Others are cloned from
 * it.
 */
import pg from 'pg';
import { createMigratedDatabase } from '../support/migrated-database.js';
import type { TestDatabase } from '../support/stack.js';

/**
 * A long-lived partition. Filling it before creating its indexes, and without a write-ahead log,
 * takes seconds instead of minutes.
 */
const partition = 'execution_log_r60000';
const createSql = `create unlogged table ${partition} (like execution_log including defaults)`;
/** Finished executions of an unused tenant. */
const fillSql = `
  insert into ${partition} (id, execution_id, workspace_id, account_id, workflow_id, workflow_name,
    deployment_version, definition_hash, status, level, trigger, started_at, ended_at,
    total_duration_ms, cost_total, models, ledger_partition, ledger_offset, retention_bucket)
  select gen_random_uuid(), gen_random_uuid(), w.id, w.id, w.id, 'Filler', 1, 'hash', 'success', 'info',
    'webhook', now() - n * interval '1 second', now() - n * interval '1 second', 25, 0, '{}', 0, 0, 60000
  from (select gen_random_uuid() as id) w, generate_series(1, $1::int) n`;
const attachSql = `alter table execution_log attach partition ${partition} for values in (60000)`;

export async function createFilledDatabase(rows: number): Promise<TestDatabase> {
  const database = await createMigratedDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(createSql);
    await client.query(fillSql, [rows]);
    await client.query(attachSql);
    await client.query('analyze execution_log');
  } finally {
    await client.end();
  }
  return database;
}

export const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);

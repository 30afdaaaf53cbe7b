/**
 * Rebuilds the read models from offset 0 into a separate database, with the projector's own fold
 * and writer, and compares them with the live ones.
 */
import {
  deliveriesProjection,
  executionsProjection,
  foldBatch,
  loadCheckpoint,
  ProjectionWriter,
} from '@apps/projector';
import type { EventLog } from '@libs/event-log';
import { migrate, openDatabase, type Database } from '@libs/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Tables of the projections with their keys. */
const tables = {
  execution_log: 'execution_id',
  execution_detail: 'execution_id',
  execution_search: 'execution_id',
  block_execution: 'execution_id, block_id, iteration',
  block_attempt: 'execution_id, sequence',
  usage_period: 'account_id, period',
  execution_usage: 'account_id, period, partition',
  execution_stats:
    'workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket',
  error_group: 'workspace_id, day, ledger_partition, fingerprint',
  notification: 'workspace_id, day, kind, workflow_id, ledger_partition',
  parked_execution: 'execution_id',
  partition_claim: 'partition',
  stored_bytes: 'workspace_id, retention_bucket, ledger_partition',
  delivery: 'id',
  delivery_attempt: 'delivery_id, attempt_number',
  delivery_stats:
    'workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket',
  subscription_attempt: 'workspace_id, subscription_id, ledger_partition',
} as const;

async function fold(log: EventLog, { pool }: Database): Promise<void> {
  const clusterId = await log.admin.clusterId();
  for (const projection of [executionsProjection, deliveriesProjection]) {
    const { name, topic } = projection;
    const writer = new ProjectionWriter(pool, name, topic);
    for (const [partition, end] of await log.admin.endOffsets(topic)) {
      let from = await loadCheckpoint(pool, { projection: name, topic, clusterId }, partition, end);
      await log.readRange({ topic, partition }, from.nextOffset, end, async (records) => {
        const { next, rows, bytes } = foldBatch(projection, partition, from, records);
        const move = { partition, expectedOffset: from.nextOffset, ...next };
        await writer.write({ move, rows, bytes });
        from = next;
      });
    }
  }
}

async function rowsOf(pool: Database['pool'], table: string, key: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select (to_jsonb(t) - 'issued_at')::text as row from ${table} t order by ${key}`,
  );
  return rows.map(({ row }) => row);
}

async function differences(live: Database, rebuilt: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [table, key] of Object.entries(tables)) {
    const [ours, theirs] = await Promise.all([
      rowsOf(live.pool, table, key),
      rowsOf(rebuilt.pool, table, key),
    ]);
    const known = new Set(ours);
    const again = new Set(theirs);
    found.push(
      ...ours.filter((row) => !again.has(row)).map((row) => `${table} live: ${row}`),
      ...theirs.filter((row) => !known.has(row)).map((row) => `${table} rebuilt: ${row}`),
    );
  }
  return found;
}

/** A difference that remains after this many comparisons is real. */
const looks = 5;
const lookAgainMs = 2_000;

/** @returns rows that only one side has, prefixed with their table; empty if both are equal */
export async function differencesToRebuild(log: EventLog, databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create database rebuilt template template0');
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = '/rebuilt';
  await migrate(url.href);
  const open = (address: string): Promise<Database> =>
    openDatabase({ url: address, poolSize: 2, applicationName: 'chaos' });
  const [live, rebuilt] = await Promise.all([open(databaseUrl), open(url.href)]);
  try {
    for (let look = 1; ; look += 1) {
      await fold(log, rebuilt);
      const found = await differences(live, rebuilt);
      if (found.length === 0 || look === looks) return found;
      // The last events may not have reached the live rows yet.
      await delay(lookAgainMs);
    }
  } finally {
    await Promise.all([live.close(), rebuilt.close()]);
  }
}

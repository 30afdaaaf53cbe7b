/** Exports of logs larger than the longest possible string. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { exportBucket } from './export-bucket.js';
import { createLogPartitions } from './log-partitions.js';

const bucket = 70_001;
let test: TestDatabase;
let database: Database;
let dir: string;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 2, applicationName: 'test' });
  dir = mkdtempSync(join(tmpdir(), 'flowledger-export-'));
  await createLogPartitions(database.pool, [bucket]);
});
afterAll(async () => {
  await database.close();
  await test.drop();
  rmSync(dir, { recursive: true });
});

async function insert(blocks: number, outputLength: number): Promise<string> {
  const executionId = randomUUID();
  await database.pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
       definition_hash, status, level, trigger, started_at, ended_at, total_duration_ms, ledger_partition, ledger_offset, retention_bucket)
     values ($1, $1, $1, $1, $1, 'W', 1, 'hash', 'success', 'info', 'webhook', now(), now(), 1, 0, 0, $2)`,
    [executionId, bucket],
  );
  await database.pool.query(
    `insert into execution_detail (execution_id, trigger_block_id, input, final_output, retention_bucket)
     values ($1, 'hook', '{}', '{"ok":true}', $2)`,
    [executionId, bucket],
  );
  await database.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, output, retention_bucket)
     select $1, 'b', 'loop[' || n || ']', 'B', 'function', 'success', n + 2, now(), now(), to_jsonb(repeat('x', $3::int)), $4
     from generate_series(1, $2::int) as n`,
    [executionId, blocks, outputLength, bucket],
  );
  return executionId;
}

interface Line {
  readonly log: { readonly execution_id: string };
  readonly detail: { readonly final_output: unknown };
  readonly blocks: readonly { readonly sequence: number; readonly output: string }[] | null;
  readonly attempts: null;
}

it('exports every execution on its own line, for any size and number of blocks', async () => {
  const expected = new Map<string, { readonly blocks: number; readonly length: number }>();
  const add = async (blocks: number, length: number): Promise<void> => {
    expected.set(await insert(blocks, length), { blocks, length });
  };
  await add(0, 0);
  await add(2, 10);
  await add(3_000, 10);
  for (let n = 0; n < 14; n += 1) await add(8, 4_900_000);
  const client = await database.pool.connect();
  const written = await exportBucket(client, bucket, dir, 'large');
  client.release();
  expect(written).toBe(expected.size);
  for await (const text of createInterface(createReadStream(join(dir, 'large.ndjson')))) {
    const { log, detail, blocks, attempts } = JSON.parse(text) as Line;
    const { blocks: count, length } = expected.get(log.execution_id) ?? { blocks: -1, length: -1 };
    expected.delete(log.execution_id);
    expect([detail.final_output, attempts]).toEqual([{ ok: true }, null]);
    expect(blocks?.length ?? 0).toBe(count);
    expect(blocks === null).toBe(count === 0);
    expect(blocks?.every((block, n) => block.sequence === n + 3) ?? true).toBe(true);
    expect(blocks?.every(({ output }) => output.length === length) ?? true).toBe(true);
  }
  expect([...expected]).toEqual([]);
}, 120_000);

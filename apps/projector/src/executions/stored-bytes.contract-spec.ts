/** Sizes of ledger records in the table, over batches, partitions and a dropped bucket. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutgoingRecord } from '@libs/event-log';
import { type Database, inTransaction, openDatabase } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { memoryLedger, type MemoryLedger } from '../../../../test/support/memory-ledger.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { dropLogPartitions } from '../retention/log-partitions.js';
import { retentionBucketOf } from '../retention/retention-bucket.js';
import { executionsProjection } from './executions.projection.js';

const retentionDays = 7;
const requestedAt = Date.UTC(2026, 0, 2);
const bucket = retentionBucketOf({ retentionDays, requestedAt });
let test: TestDatabase;
let database: Database;
let ledger: MemoryLedger;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
  ledger = memoryLedger(2, 'stored-bytes-test');
  for (const partition of [0, 1]) ledger.append(partition, claimRecord(partition, randomUUID()));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

interface Run {
  readonly workspaceId: string;
  readonly partition?: number;
  readonly days?: number;
  readonly ends?: boolean;
}

/** @returns the bytes of its records */
function append({ workspaceId, partition = 0, days = 0, ends = true }: Run): number {
  const of = identity(randomUUID(), workspaceId);
  const started = executionStarted(of, { requestedAt, retentionDays: days });
  const records: OutgoingRecord[] = [
    ledgerRecord(partition, 0, 'ExecutionStarted', started),
    ledgerRecord(partition, 0, 'BlockCompleted', blockCompleted(of.executionId, 2, 'call')),
    ledgerRecord(partition, 0, 'BlockCompleted', blockCompleted(of.executionId, 3, 'check')),
  ];
  if (ends)
    records.push(ledgerRecord(partition, 0, 'ExecutionCompleted', executionCompleted(of, 4)));
  ledger.append(partition, ...records);
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}

/** @param atMost records of a partition in one batch */
async function project(atMost: number): Promise<void> {
  for (let n = 0; n < ledger.length(); n += atMost)
    await ledger.project(executionsProjection, database.pool, atMost);
}

interface Stored {
  readonly bucket: number;
  readonly partition: number;
  readonly bytes: number;
}

async function storedOf(workspaceId: string): Promise<Stored[]> {
  const { rows } = await database.pool.query<Stored>(
    `select retention_bucket as bucket, ledger_partition as partition, bytes from stored_bytes
     where workspace_id = $1 and account_id = $2 order by 1, 2`,
    [workspaceId, identity('', '').accountId],
  );
  return rows;
}

describe('stored bytes', () => {
  it.each([1, 2, 3, 100])(
    'add up all records by partition and bucket, %s records at a time',
    async (atMost) => {
      const [workspaceId, other] = [randomUUID(), randomUUID()];
      const kept = append({ workspaceId });
      const more = append({ workspaceId, partition: 1, ends: false });
      const short = append({ workspaceId, days: retentionDays });
      const others = append({ workspaceId: other });
      await project(atMost);
      expect(await storedOf(workspaceId)).toEqual([
        { bucket: 0, partition: 0, bytes: kept },
        { bucket: 0, partition: 1, bytes: more },
        { bucket, partition: 0, bytes: short },
      ]);
      expect(await storedOf(other)).toEqual([{ bucket: 0, partition: 0, bytes: others }]);
    },
  );

  it('are dropped with their bucket, but executions that have not ended still count by the size of their rows', async () => {
    const workspaceId = randomUUID();
    const kept = append({ workspaceId });
    append({ workspaceId, days: retentionDays });
    await project(100);
    expect(await storedOf(workspaceId)).toHaveLength(2);
    const unended = append({ workspaceId, days: retentionDays, partition: 1, ends: false });
    await project(100);
    await inTransaction(database.pool, (client) => dropLogPartitions(client, bucket));
    const [first, second, ...others] = await storedOf(workspaceId);
    expect(first).toEqual({ bucket: 0, partition: 0, bytes: kept });
    expect(second).toMatchObject({ bucket: 0, partition: 1 });
    // An input and two outputs, without the names and times of their records.
    expect(second!.bytes).toBeGreaterThan(30);
    expect(second!.bytes).toBeLessThan(unended);
    expect(others).toEqual([]);
  });
});

/** Sizes of ledger records in the table, over batches, partitions and a dropped bucket. */
import { describe, expect, it } from '@jest/globals';
import type { OutgoingRecord } from '@libs/event-log';
import { inTransaction } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { dropLogPartitions } from '../retention/log-partitions.js';
import { retentionBucketOf } from '../retention/retention-bucket.js';
import { executionsProjection } from './executions.projection.js';

const retentionDays = 7;
const requestedAt = Date.UTC(2026, 0, 2);
const bucket = retentionBucketOf({ retentionDays, requestedAt });
const ledger = openProjectedLedger(executionsProjection);

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

interface Stored {
  readonly bucket: number;
  readonly partition: number;
  readonly bytes: number;
}

async function storedOf(workspaceId: string): Promise<Stored[]> {
  const { rows } = await ledger.database.pool.query<Stored>(
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
      await ledger.projectAll(atMost);
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
    await ledger.projectAll(100);
    expect(await storedOf(workspaceId)).toHaveLength(2);
    const unended = append({ workspaceId, days: retentionDays, partition: 1, ends: false });
    await ledger.projectAll(100);
    await inTransaction(ledger.database.pool, (client) => dropLogPartitions(client, bucket));
    const [first, second, ...others] = await storedOf(workspaceId);
    expect(first).toEqual({ bucket: 0, partition: 0, bytes: kept });
    expect(second).toMatchObject({ bucket: 0, partition: 1 });
    // An input and two outputs, without the names and times of their records.
    expect(second!.bytes).toBeGreaterThan(30);
    expect(second!.bytes).toBeLessThan(unended);
    expect(others).toEqual([]);
  });
});

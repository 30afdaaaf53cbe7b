/**
 * Partitions of the log tables: created ahead, dropped whole when everything in them has expired.
 * No rows are deleted: unended executions are moved to the kept partition first.
 */
import { type Database, inTransaction } from '@libs/persistence';
import {
  bucketsSql,
  countEndedSql,
  createPartitionsSql,
  dropPartitionsSql,
  dropStoredBytesSql,
  keepUnendedBytesSql,
  keepUnendedSql,
} from './log-partitions.sql.js';
import { bucketExpiresAt } from './retention-bucket.js';

/** One connection, or a pool where no transaction is open. */
export type Client = Pick<Database['pool'], 'query'>;

/** Idempotent; concurrent processes are safe. */
export async function createLogPartitions(
  client: Client,
  buckets: Iterable<number>,
): Promise<void> {
  for (const bucket of new Set(buckets)) await client.query(createPartitionsSql(bucket));
}

/** @param now milliseconds since the epoch */
export async function expiredBuckets(client: Client, now: number): Promise<number[]> {
  const { rows } = await client.query<{ bucket: number }>(bucketsSql);
  return rows.map(({ bucket }) => bucket).filter((bucket) => bucketExpiresAt(bucket) <= now);
}

/** Inside a transaction. */
export async function dropLogPartitions(client: Client, bucket: number): Promise<void> {
  await client.query(keepUnendedBytesSql(bucket));
  for (const sql of keepUnendedSql(bucket)) await client.query(sql);
  await client.query(dropPartitionsSql(bucket));
  await client.query(dropStoredBytesSql, [bucket]);
}

/** In a rebuild's copy, which has no readers yet: partitions dropped before must not come back. */
export async function dropExpired(pool: Database['pool'], now: number): Promise<void> {
  for (const bucket of await expiredBuckets(pool, now))
    await inTransaction(pool, (client) => dropLogPartitions(client, bucket));
}

export async function endedIn(client: Client, bucket: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(countEndedSql(bucket));
  return rows[0]?.count ?? 0;
}

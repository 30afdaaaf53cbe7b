/**
 * An execution's partition of the log tables: 0 for rows kept for ever, else a number made of the
 * retention and the rounded-down start day. ExecutionStarted alone decides it, so a rebuild decides
 * the same.
 */
import type { ExecutionStarted } from '@libs/contracts';

export const keptForEver = 0;
const msPerDay = 86_400_000;
/** Greater than any day number until the year 2243. */
const perClass = 100_000;

/** Rows of a table that is partitioned by bucket. */
export interface BucketRow {
  readonly partition: number;
  /** Null when the execution's start is in another batch: `execution_log` has its bucket then. */
  readonly retention_bucket: number | null;
}

/** Days that share a partition: few partitions, each kept at most a quarter longer than needed. */
const widthOf = (retentionDays: number): number => Math.max(1, Math.ceil(retentionDays / 4));

export function retentionBucketOf({
  retentionDays,
  requestedAt,
}: Pick<ExecutionStarted, 'retentionDays' | 'requestedAt'>): number {
  if (retentionDays <= 0) return keptForEver;
  const width = widthOf(retentionDays);
  return retentionDays * perClass + Math.floor(requestedAt / msPerDay / width) * width;
}

/** When everything that began in the bucket's days has expired. Not for bucket 0. */
export function bucketExpiresAt(bucket: number): number {
  const retentionDays = Math.floor(bucket / perClass);
  return ((bucket % perClass) + widthOf(retentionDays) + retentionDays) * msPerDay;
}

/** The bucket that `now` falls into, and the next one. */
export function bucketsAhead(retentionDays: number, now: number): number[] {
  if (retentionDays <= 0) return [];
  const next = now + widthOf(retentionDays) * msPerDay;
  return [now, next].map((requestedAt) => retentionBucketOf({ retentionDays, requestedAt }));
}

/** SQL for the bucket: known, or looked up by `execution_id`, which is cheap and rarely needed. */
export const bucketSql = (source: string): string =>
  `coalesce(${source}.retention_bucket, (select l.retention_bucket from execution_log l where l.execution_id = ${source}.execution_id limit 1), ${keptForEver})`;

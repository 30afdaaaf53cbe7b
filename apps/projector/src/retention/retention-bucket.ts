/**
 * Which partition of the log tables an execution stands in: 0 for what is kept for ever, else a number that names how long it is
 * kept and when it began, rounded down. Decided by ExecutionStarted alone, so that a rebuild decides the same.
 */
import type { ExecutionStarted } from '@libs/contracts';
import type { Row } from '../engine/table-write.js';

export const keptForEver = 0;
const msPerDay = 86_400_000;
/** Above every number of a day until the year 2243. */
const perClass = 100_000;

/** Rows of one table that stand in its partitions. */
export interface BucketRow extends Row {
  /** Null when the execution's start is not in the same batch: then that of its row in `execution_log`. */
  readonly retention_bucket: number | null;
}

/** Days that share a partition: few partitions, each at most a quarter longer than it must be. */
const widthOf = (retentionDays: number): number => Math.max(1, Math.ceil(retentionDays / 4));

export function retentionBucketOf({
  retentionDays,
  requestedAt,
}: Pick<ExecutionStarted, 'retentionDays' | 'requestedAt'>): number {
  if (retentionDays <= 0) return keptForEver;
  const width = widthOf(retentionDays);
  return retentionDays * perClass + Math.floor(requestedAt / msPerDay / width) * width;
}

/** When everything that began in its days is older than it has to be kept. Not for 0. */
export function bucketExpiresAt(bucket: number): number {
  const retentionDays = Math.floor(bucket / perClass);
  return ((bucket % perClass) + widthOf(retentionDays) + retentionDays) * msPerDay;
}

/** The one that `now` falls into, and the next. */
export function bucketsAhead(retentionDays: number, now: number): number[] {
  if (retentionDays <= 0) return [];
  const next = now + widthOf(retentionDays) * msPerDay;
  return [now, next].map((requestedAt) => retentionBucketOf({ retentionDays, requestedAt }));
}

/** The insert's value for it: known, or looked up by `execution_id` of the row, which is cheap and rarely needed. */
export const bucketSql = (source: string): string =>
  `coalesce(${source}.retention_bucket, (select l.retention_bucket from execution_log l where l.execution_id = ${source}.execution_id limit 1), ${keptForEver})`;

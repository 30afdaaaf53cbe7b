/**
 * Detects a row without a table partition. The keeper creates partitions ahead, but not for late
 * events or a rebuild.
 */
import { keptForEver, type BucketRow } from '../retention/retention-bucket.js';
import type { TableRows } from './table-write.js';

/** Postgres reports it as a check violation (23514) without a constraint name. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Buckets that these rows name. */
export function bucketsOf(groups: readonly TableRows[]): Set<number> {
  const buckets = new Set<number>();
  for (const { rows } of groups) {
    for (const row of rows as readonly Partial<BucketRow>[]) {
      if (row.retention_bucket != null && row.retention_bucket !== keptForEver)
        buckets.add(row.retention_bucket);
    }
  }
  return buckets;
}

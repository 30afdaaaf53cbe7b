/** Reads figures of executions or deliveries within the limits of one answer (stats-range.ts). */
import { type Database, durationOfBucket } from '@libs/persistence';
import { invalidField } from '../errors/api-error.js';
import { maxReadRows, type RangeParameters, statsRangeOf, tooManyRows } from './stats-range.js';

export interface StatsRow {
  /** Null: of the whole range. */
  readonly starts_at: Date | null;
  readonly key: string | null;
  /** Null where nothing has a duration. */
  readonly p50_bucket: number | null;
  readonly p95_bucket: number | null;
  readonly read_rows: number;
}

export interface StatsQuestion {
  readonly workspaceId: string;
  readonly range: RangeParameters;
  readonly ids: readonly string[] | undefined;
  /** The parameter that has them. */
  readonly idsName: string;
  readonly isGrouped: boolean;
  readonly ofWorkspaceSql: string;
  readonly ofIdsSql: string;
}

export interface Stats<R> {
  readonly buckets: readonly (R & { readonly starts_at: Date })[];
  /** Null where the range has no figures. */
  readonly whole: R | null;
}

const isBucket = <R extends StatsRow>(row: R): row is R & { readonly starts_at: Date } =>
  row.starts_at !== null;

/** @throws ApiError 422 for more buckets, keys or rows than an answer may have */
export async function readStats<R extends StatsRow>(
  pool: Database['pool'],
  { workspaceId, range, ids, idsName, isGrouped, ofWorkspaceSql, ofIdsSql }: StatsQuestion,
): Promise<Stats<R>> {
  if (isGrouped && ids === undefined)
    throw invalidField(idsName, `name the ${idsName} to group by`);
  const { widthMinutes, from, to } = statsRangeOf(
    range,
    isGrouped ? (ids?.length ?? 1) : 1,
    Date.now(),
  );
  const { rows } = await pool.query<R>(ids === undefined ? ofWorkspaceSql : ofIdsSql, [
    ...[workspaceId, widthMinutes, from, to, ids ?? null, isGrouped, maxReadRows],
  ]);
  const whole = rows.find((row) => !isBucket(row)) ?? null;
  if (whole !== null && whole.read_rows >= maxReadRows) throw tooManyRows();
  return { buckets: rows.filter(isBucket), whole };
}

export const durationMsOf = (bucket: number | null): number | null =>
  bucket === null ? null : Math.round(durationOfBucket(bucket));

/** The buckets of time that a question for figures asks for, within what one answer may hold. */
import { statsWidths } from '@libs/persistence';
import { type ApiError, invalidField } from '../errors/api-error.js';

const maxBuckets = 400;
/** Buckets of all keys together: about a megabyte of JSON. */
const maxPoints = 5_000;

const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;

type BucketName = (typeof statsWidths)[number]['name'];
export const bucketNames = statsWidths.map(({ name }) => name);

/** Without `from`. */
const defaultHours: Readonly<Record<BucketName, number>> = {
  minute: 6,
  hour: 7 * 24,
  day: 90 * 24,
};

export interface RangeParameters {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly bucket: BucketName;
}

/** From the start of the first bucket to before `to`. */
export interface StatsRange {
  readonly widthMinutes: number;
  readonly from: Date;
  readonly to: Date;
}

const widthOf = (bucket: BucketName): (typeof statsWidths)[number] =>
  statsWidths.find(({ name }) => name === bucket) ?? statsWidths[0];

/** The buckets that hold a range of that length; empty if none does. */
const fittingFor = (rangeMs: number, now: number, from: number): string | undefined =>
  statsWidths.find(
    ({ minutes, keptHours }) =>
      rangeMs / (minutes * msPerMinute) <= maxBuckets && from >= now - keptHours * msPerHour,
  )?.name;

const remedy = (fitting: string | undefined): string =>
  fitting === undefined ? 'ask for a shorter range' : `use bucket=${fitting}`;

/**
 * @param keys series in the answer
 * @param now epoch ms
 * @throws ApiError 422 that names a bucket that fits
 */
export function statsRangeOf(parameters: RangeParameters, keys: number, now: number): StatsRange {
  const { minutes, keptHours } = widthOf(parameters.bucket);
  const widthMs = minutes * msPerMinute;
  const to = parameters.to?.getTime() ?? now;
  const since = parameters.from?.getTime() ?? to - defaultHours[parameters.bucket] * msPerHour;
  const from = Math.floor(since / widthMs) * widthMs;
  if (since >= to) throw invalidField('from', 'must be before "to"');
  const fitting = fittingFor(to - from, now, from);
  const buckets = Math.ceil((to - from) / widthMs);
  if (buckets > maxBuckets)
    throw invalidField(
      'bucket',
      `the range has ${buckets} buckets of one ${parameters.bucket}, and an answer at most ${maxBuckets}; ${remedy(fitting)}`,
    );
  if (parameters.bucket !== 'day' && from < now - keptHours * msPerHour - widthMs)
    throw invalidField(
      'bucket',
      `figures by ${parameters.bucket} are kept for ${keptHours} hours; ${remedy(fitting)}`,
    );
  if (buckets * keys > maxPoints)
    throw invalidField(
      'groupBy',
      `the answer would have ${buckets * keys} entries, and may have ${maxPoints}; name fewer ids or ask for a shorter range`,
    );
  return { widthMinutes: minutes, from: new Date(from), to: new Date(to) };
}

/** Rows that are read for one answer, less than half a second of Postgres. */
export const maxReadRows = 300_000;

export const tooManyRows = (): ApiError =>
  invalidField(
    'bucket',
    `the range has more than ${maxReadRows} rows of figures; name ids, choose a wider bucket or ask for a shorter range`,
  );

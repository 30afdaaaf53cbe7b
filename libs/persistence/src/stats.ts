/**
 * Figures of executions and deliveries. A row counts what ended within one minute, hour or day
 * (UTC), in one ledger partition and one bucket of durations. Any set of rows adds up by sums.
 */
export const statsWidths = [
  { name: 'minute', minutes: 1, keptHours: 48 },
  { name: 'hour', minutes: 60, keptHours: 90 * 24 },
  { name: 'day', minutes: 24 * 60, keptHours: 400 * 24 },
] as const;

/** Rows `z(width_minutes, width, kept)`, one for each width. */
export const statsWidthsSql = `(values ${statsWidths
  .map(
    ({ minutes, keptHours }) =>
      `(${minutes}, interval '${minutes} minutes', interval '${keptHours} hours')`,
  )
  .join(', ')}) as z(width_minutes, width, kept)`;

/** Of groups of errors. */
export const keptErrorDays = 90;

/** Buckets for each doubling of the duration. */
const perDoubling = 4;
/** From 35 days on. */
const lastBucket = 127;

/**
 * Bucket 0 is below 1 ms; bucket k holds 2^((k-1)/4) ms up to 2^(k/4) ms. The last has no end.
 * @param ms SQL of a duration. The small addend keeps powers of two in the upper bucket.
 */
export const durationBucketSql = (ms: string): string =>
  `case when ${ms} < 1 then 0 else least(${lastBucket}, 1 + floor(${perDoubling} * ln(${ms}::float8) / ln(2::float8) + 1e-9))::int end`;

/** A duration in the middle of the bucket, in ms: at most 9.1 % from every duration in it. */
export const durationOfBucket = (bucket: number): number =>
  bucket === 0 ? 0 : 2 ** ((bucket - 0.5) / perDoubling);

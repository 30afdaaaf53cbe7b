/** The chart of outcomes over time, as numbers: which buckets to ask for, and bars of them. */
const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

/** The finest that the server keeps for that long, with no more bars than can be told apart. */
const buckets = [
  { name: 'minute', widthMs: msPerMinute, mostMs: 3 * msPerHour, keptMs: 48 * msPerHour },
  { name: 'hour', widthMs: msPerHour, mostMs: 16 * msPerDay, keptMs: 90 * msPerDay },
  { name: 'day', widthMs: msPerDay, mostMs: 390 * msPerDay, keptMs: 400 * msPerDay },
] as const;

export interface VolumeRange {
  readonly bucket: (typeof buckets)[number]['name'];
  readonly widthMs: number;
  /** Starts of the first bucket and of that after the last. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The range of a filter, or the day before its end. Null: it is empty, or too long for a chart.
 * @param nowMs the end without one in the filter
 */
export function volumeRange(
  filter: { readonly from: string | null; readonly to: string | null },
  nowMs: number,
): VolumeRange | null {
  const endMs = filter.to === null ? nowMs : Math.min(Date.parse(filter.to), nowMs);
  const startMs = filter.from === null ? endMs - msPerDay : Date.parse(filter.from);
  const fits = buckets.find(
    ({ mostMs, keptMs, widthMs }) =>
      endMs - startMs <= mostMs && startMs - widthMs >= nowMs - keptMs,
  );
  if (fits === undefined || startMs >= endMs) return null;
  const { name: bucket, widthMs } = fits;
  return {
    ...{ bucket, widthMs, fromMs: Math.floor(startMs / widthMs) * widthMs },
    toMs: Math.ceil(endMs / widthMs) * widthMs,
  };
}

export interface Outcomes {
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
}

export interface Bar extends Outcomes {
  readonly atMs: number;
  readonly total: number;
}

const none: Outcomes = { success: 0, error: 0, cancelled: 0 };

/** One bar for each bucket; those without figures are empty. */
export function barsOf(
  { fromMs, toMs, widthMs }: VolumeRange,
  figures: readonly (Outcomes & { readonly at: string })[],
): readonly Bar[] {
  const byTime = new Map(figures.map((figure) => [Date.parse(figure.at), figure]));
  return Array.from({ length: Math.round((toMs - fromMs) / widthMs) }, (_, place) => {
    const atMs = fromMs + place * widthMs;
    const { success, error, cancelled } = byTime.get(atMs) ?? none;
    return { atMs, success, error, cancelled, total: success + error + cancelled };
  });
}

/** Two places of the chart, each from 0 to 1, as the range of the buckets between them. */
export function chosenRange(
  { fromMs, toMs, widthMs }: VolumeRange,
  one: number,
  other: number,
): { readonly from: string; readonly to: string } {
  const last = Math.round((toMs - fromMs) / widthMs) - 1;
  const placeOf = (share: number): number =>
    Math.min(last, Math.max(0, Math.floor(share * (last + 1))));
  const at = (place: number): string => new Date(fromMs + place * widthMs).toISOString();
  return { from: at(placeOf(Math.min(one, other))), to: at(placeOf(Math.max(one, other)) + 1) };
}

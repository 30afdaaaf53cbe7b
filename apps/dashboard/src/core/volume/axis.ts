/** Where an axis of time has labels, and what they say. The zone is an argument. */
const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

const stepsMs = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * msPerMinute),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * msPerHour),
  ...[1, 2, 7, 14, 30, 90].map((days) => days * msPerDay),
];

export interface Tick {
  /** From 0 to 1 of the range. */
  readonly share: number;
  readonly text: string;
}

const format = (ms: number, options: Intl.DateTimeFormatOptions, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', {
    ...options,
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(ms);

const time = { hour: '2-digit', minute: '2-digit' } as const;

/** The first label of a day names the day. */
function textAt(ms: number, previousMs: number | null, stepMs: number, timeZone?: string): string {
  const day = (at: number): string => format(at, { weekday: 'short' }, timeZone);
  if (stepMs >= msPerDay) return format(ms, { month: 'short', day: 'numeric' }, timeZone);
  const isNewDay = previousMs === null || day(previousMs) !== day(ms);
  return isNewDay ? `${day(ms)} ${format(ms, time, timeZone)}` : format(ms, time, timeZone);
}

/** Labels at round steps from the start on, `most` at most; none where the end would cut it. */
export function ticksOf(fromMs: number, toMs: number, most: number, timeZone?: string): Tick[] {
  const rangeMs = toMs - fromMs;
  const stepMs = stepsMs.find((step) => rangeMs / step <= most) ?? rangeMs;
  const count = Math.max(1, Math.ceil((rangeMs * lastShare) / stepMs));
  return Array.from({ length: count }, (_, index) => {
    const ms = fromMs + index * stepMs;
    const text = textAt(ms, index === 0 ? null : ms - stepMs, stepMs, timeZone);
    return { share: (index * stepMs) / rangeMs, text };
  });
}

/** A label that begins behind it would not fit. */
const lastShare = 0.96;

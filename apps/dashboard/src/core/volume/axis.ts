/** Where an axis of time has labels, and what they say. The zone is an argument. */
const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

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
function textAt(ms: number, previousMs: number | null, rangeMs: number, timeZone?: string): string {
  const day = (at: number): string => format(at, { weekday: 'short' }, timeZone);
  if (rangeMs > 3 * msPerDay) return format(ms, { month: 'short', day: 'numeric' }, timeZone);
  const isNewDay = previousMs === null || day(previousMs) !== day(ms);
  return isNewDay ? `${day(ms)} ${format(ms, time, timeZone)}` : format(ms, time, timeZone);
}

/** @param count of labels; the last of them stands at the end of the range */
export function ticksOf(fromMs: number, toMs: number, count: number, timeZone?: string): Tick[] {
  const rangeMs = toMs - fromMs;
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const ms = fromMs + share * rangeMs;
    const previousMs = index === 0 ? null : fromMs + ((index - 1) / (count - 1)) * rangeMs;
    return { share, text: textAt(ms, previousMs, rangeMs, timeZone) };
  });
}

/** Numbers and times for people. The clock and the zone are arguments. */
const duration = (value: number, unit: string, digits: number): string =>
  new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  }).format(value);

export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return duration(milliseconds / 1_000, 'second', 1);
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 60)
    return `${duration(minutes, 'minute', 0)} ${duration(Math.floor((milliseconds % 60_000) / 1_000), 'second', 0)}`;
  return `${duration(Math.floor(minutes / 60), 'hour', 0)} ${duration(minutes % 60, 'minute', 0)}`;
}

const steps: readonly [
  limitSeconds: number,
  unitSeconds: number,
  unit: Intl.RelativeTimeFormatUnit,
][] = [
  [60, 1, 'second'],
  [3_600, 60, 'minute'],
  [86_400, 3_600, 'hour'],
  [Infinity, 86_400, 'day'],
];

export function relativeText(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1_000);
  const [, size, unit] = steps.find(([limit]) => Math.abs(seconds) < limit) ?? [0, 86_400, 'day'];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

export const absoluteText = (at: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(Date.parse(at));

export const costText = (dollars: number): string =>
  dollars === 0
    ? ''
    : new Intl.NumberFormat('en', {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: dollars < 1 ? 4 : 2,
      }).format(dollars);

export const countText = (count: number): string => count.toLocaleString();

/** Numbers and times for people. The clock and the zone are arguments. */
/** To make one takes longer than to use it a hundred times. */
const numbers = /* @__PURE__ */ new Intl.NumberFormat('en');

export function durationText(milliseconds: number): string {
  const ms = Math.round(milliseconds);
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 59_950) return `${Math.round(ms / 100) / 10} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
  return `${numbers.format(Math.floor(minutes / 1_440))} d ${Math.floor(minutes / 60) % 24} h`;
}

/** What was measured in whole milliseconds took none of them. */
export const tookText = (milliseconds: number): string =>
  milliseconds < 1 ? '<1 ms' : durationText(milliseconds);

const steps: readonly [limitSeconds: number, unitSeconds: number, unit: string][] = [
  [60, 1, 's'],
  [3_600, 60, 'min'],
  [86_400, 3_600, 'h'],
  [Infinity, 86_400, 'd'],
];

/** Clocks of servers and browsers differ by this much. */
const nowSeconds = 2;

/** Of what has been: clocks of servers and browsers differ. */
export const pastText = (at: string, nowMs: number): string =>
  relativeText(at, Math.max(nowMs, Date.parse(at)));

export function relativeText(at: string, nowMs: number): string {
  const seconds = Math.trunc((Date.parse(at) - nowMs) / 1_000);
  const distance = Math.abs(seconds);
  if (distance <= nowSeconds) return 'now';
  const [, size, unit] = steps.find(([limit]) => distance < limit) ?? [0, 86_400, 'd'];
  const text = `${numbers.format(Math.floor(distance / size))} ${unit}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}

export const absoluteText = (at: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(Date.parse(at));

/** `14:02`, for what happened just now. */
export const timeOfDayText = (atMs: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', {
    timeStyle: 'short',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(atMs);

export const costText = (dollars: number): string =>
  dollars === 0
    ? ''
    : new Intl.NumberFormat('en', {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: dollars < 1 ? 4 : 2,
      }).format(dollars);

export const countText = (count: number): string => count.toLocaleString();

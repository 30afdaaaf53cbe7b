/** A time to come, in a zone that somebody may have mistyped. */
const formatIn = (timeZone: string, hasSeconds: boolean): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    ...(hasSeconds && { second: '2-digit' }),
  });

export function timeIn(at: string, timeZone: string): string {
  const atMs = Date.parse(at);
  const hasSeconds = atMs % 60_000 !== 0;
  try {
    return formatIn(timeZone, hasSeconds).format(atMs);
  } catch {
    // The server may know zones that this browser does not.
    return `${formatIn('UTC', hasSeconds).format(atMs)} UTC`;
  }
}

/**
 * What a cron expression says, for those that people write most. Null for all others: the preview
 * of the server has their times.
 */
export type CronReading =
  | { readonly kind: 'everySeconds'; readonly count: number }
  | { readonly kind: 'everyMinutes'; readonly count: number }
  /** At this minute of every hour, or of every nth one. */
  | { readonly kind: 'hourly'; readonly minute: number; readonly everyHours: number }
  | {
      readonly kind: 'daily';
      /** As `9:00`. */
      readonly times: readonly string[];
      /** 0 is Sunday; null: each day. */
      readonly weekdays: readonly number[] | null;
      /** Of the month; null: each. */
      readonly days: readonly number[] | null;
    };

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function dayNumber(text: string): number | null {
  const named = weekdayNames.indexOf(text.toUpperCase());
  if (named >= 0) return named;
  return /^[0-7]$/.test(text) ? Number(text) % 7 : null;
}

const wholeNumber = (text: string): number | null => (/^\d{1,2}$/.test(text) ? Number(text) : null);

/** `1,3-5` as numbers; null: another form. */
function listOf(text: string, read: (part: string) => number | null): number[] | null {
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const [first = '', last = first, ...more] = part.split('-');
    const [from, to] = [read(first), read(last)];
    if (from === null || to === null || more.length > 0 || to < from) return null;
    for (let one = from; one <= to; one += 1) numbers.push(one);
  }
  return numbers;
}

/** The n of `*` + `/n`, and 1 for `*`. */
function stepOf(text: string): number | null {
  if (text === '*') return 1;
  const [, step] = /^\*\/(\d{1,2})$/.exec(text) ?? [];
  return step === undefined || Number(step) === 0 ? null : Number(step);
}

const isAny = (text: string): boolean => text === '*' || text === '?';

function readDaily(minute: string, hour: string, day: string, weekday: string): CronReading | null {
  const [minutes, hours] = [listOf(minute, wholeNumber), listOf(hour, wholeNumber)];
  const days = isAny(day) ? null : listOf(day, wholeNumber);
  const weekdays = isAny(weekday) ? null : listOf(weekday, dayNumber);
  if (minutes === null || hours === null || minutes.length * hours.length > 4) return null;
  if ((!isAny(day) && days === null) || (!isAny(weekday) && weekdays === null)) return null;
  // Of both, either would do: few people mean that.
  if (days !== null && weekdays !== null) return null;
  const times = hours.flatMap((one) =>
    minutes.map((other) => `${one}:${String(other).padStart(2, '0')}`),
  );
  return { kind: 'daily', times, weekdays, days };
}

export function readCron(text: string): CronReading | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length === 5) parts.unshift('0');
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  if (parts.length !== 6 || month !== '*') return null;
  const isEachDay = isAny(day) && isAny(weekday);
  if (second !== '0') {
    const count = stepOf(second);
    const isAlways = minute === '*' && hour === '*' && isEachDay;
    return count !== null && isAlways ? { kind: 'everySeconds', count } : null;
  }
  const [everyMinutes, everyHours] = [stepOf(minute), stepOf(hour)];
  if (isEachDay && everyMinutes !== null && hour === '*')
    return { kind: 'everyMinutes', count: everyMinutes };
  const atMinute = wholeNumber(minute);
  if (isEachDay && atMinute !== null && everyHours !== null)
    return { kind: 'hourly', minute: atMinute, everyHours };
  return readDaily(minute, hour, day, weekday);
}

/**
 * Parses `timestamptz`. pg's own parser runs three regular expressions per value: for a page of a
 * hundred logs it made 110 of 480 KB of garbage, and one request in a hundred pays for its
 * collection. Values in UTC, the usual setting of servers, are read digit by digit; pg parses all
 * others.
 */
import pg from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date | number;

const zero = 48;
/** `2026-11-24 06:56:27` */
const secondsEnd = 19;
const utc = '+00';

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** `.1`, `.12`, `.123` or `.123456` in ms; digits below a millisecond are cut off. */
function milliseconds(text: string, end: number): number {
  let ms = 0;
  for (let digit = 0, unit = 100; digit < 3; digit += 1, unit /= 10) {
    const at = secondsEnd + 1 + digit;
    if (at < end) ms += (text.charCodeAt(at) - zero) * unit;
  }
  return ms;
}

/** @returns a number for `infinity` and `-infinity`, as pg does */
export function parseTimestamp(text: string): Date | number {
  const end = text.length - utc.length;
  // A four-digit year above 99 and the offset `+00`; an offset such as `+00:30` is longer.
  const isPlain =
    end >= secondsEnd && text.charCodeAt(4) === 45 && text.endsWith(utc) && !text.startsWith('00');
  if (!isPlain) return parseAny(text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text, end),
    ),
  );
}

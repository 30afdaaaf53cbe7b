import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { parseTimestamp } from './timestamp.js';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
const numbers = (min: number, max: number) => fc.integer({ min, max });

describe('parseTimestamp', () => {
  it('returns the same as pg for any fraction and time zone', () => {
    const fractions = fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^[0-9]{1,6}$/).map((digits) => `.${digits}`),
    );
    const zones = fc.constantFrom('+00', '+00', '+02', '-05', '+05:30', '-00:30', '+00:19:32');
    const texts = fc
      .tuple(
        fc.oneof(numbers(1, 9_999), numbers(1_970, 2_100), numbers(10_000, 20_000)),
        fc.tuple(numbers(1, 12), numbers(1, 28)),
        fc.tuple(numbers(0, 23), numbers(0, 59), numbers(0, 59)),
        fractions,
        zones,
        fc.constantFrom('', '', '', ' BC'),
      )
      .map(
        ([year, [month, day], [hour, minute, second], fraction, zone, era]) =>
          `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}${zone}${era}`,
      );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseTimestamp(text)).toEqual(parseAny(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['infinity', '-infinity'])('parses %s like pg', (text) => {
    expect(parseTimestamp(text)).toBe(parseAny(text));
  });
});

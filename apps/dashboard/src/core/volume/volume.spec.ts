import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { barsOf, chosenRange, volumeRange } from './volume.js';

const now = Date.parse('2026-03-10T12:34:56Z');
const range = (from: string | null, to: string | null) => {
  const found = volumeRange({ from, to }, now);
  return (
    found &&
    `${found.bucket} ${new Date(found.fromMs).toISOString()} ${new Date(found.toMs).toISOString()}`
  );
};

describe('volumeRange', () => {
  it.each([
    [null, null, 'hour 2026-03-09T12:00:00.000Z 2026-03-10T13:00:00.000Z'],
    ['2026-03-10T12:00Z', null, 'minute 2026-03-10T12:00:00.000Z 2026-03-10T12:35:00.000Z'],
    [null, '2026-03-10', 'hour 2026-03-09T00:00:00.000Z 2026-03-10T00:00:00.000Z'],
    ['2026-02-01', '2099-01-01', 'day 2026-02-01T00:00:00.000Z 2026-03-11T00:00:00.000Z'],
    // Minutes are kept for two days.
    [
      '2026-03-07T10:00Z',
      '2026-03-07T11:00Z',
      'hour 2026-03-07T10:00:00.000Z 2026-03-07T11:00:00.000Z',
    ],
    ['2024-01-01', null, null],
    ['2026-03-10', '2026-03-09', null],
    ['2027-01-01', null, null],
  ])('from %s to %s is %s', (from, to, expected) => {
    expect(range(from, to)).toBe(expected);
  });

  it('has no more bars than an answer of the server', () => {
    const instants = fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()));
    fc.assert(
      fc.property(instants, instants, (from, to) => {
        const found = volumeRange({ from, to }, now);
        if (found === null) return;
        const bars = barsOf(found, []).length;
        expect(bars > 0 && bars <= 400).toBe(true);
      }),
    );
  });
});

describe('barsOf', () => {
  it('fills the buckets without figures', () => {
    const found = volumeRange({ from: '2026-03-10T09:00Z', to: '2026-03-10T12:00Z' }, now);
    const at = '2026-03-10T10:59:00Z';
    const bars = barsOf(found!, [{ at, success: 3, error: 2, cancelled: 1 }]);
    expect(bars).toHaveLength(180);
    expect(bars.filter(({ total }) => total > 0)).toEqual([
      { atMs: Date.parse(at), success: 3, error: 2, cancelled: 1, total: 6 },
    ]);
  });
});

describe('chosenRange', () => {
  const day = volumeRange({ from: '2026-03-09', to: '2026-03-10' }, now)!;

  it.each([
    [0, 1, '00:00', '00:00'],
    [0.5, 0.5, '12:00', '13:00'],
    [0.99, 0.01, '00:00', '00:00'],
    [-3, 0.1, '00:00', '03:00'],
  ])('from %d to %d of a day is %s to %s', (one, other, from, to) => {
    const chosen = chosenRange(day, one, other);
    expect([chosen.from.slice(11, 16), chosen.to.slice(11, 16)]).toEqual([from, to]);
    expect(chosen.from < chosen.to).toBe(true);
  });
});

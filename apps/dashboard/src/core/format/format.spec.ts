import { describe, expect, it } from '@jest/globals';
import { absoluteText, costText, durationText, relativeText } from './format.js';

const now = Date.parse('2026-01-31T12:00:00Z');

describe('formats', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_240, '1.2 s'],
    [61_000, '1 min 1 s'],
    [59_990, '1 min 0 s'],
    [93_600_000, '1 d 2 h'],
    [3_720_000, '1 h 2 m'],
  ])('writes %d ms as %s', (milliseconds, expected) => {
    expect(durationText(milliseconds)).toBe(expected);
  });

  it.each([
    ['2026-01-31T11:59:59Z', 'now'],
    ['2026-01-31T12:00:02Z', 'now'],
    ['2026-01-31T11:59:48Z', '12 s ago'],
    ['2026-01-31T11:58:00Z', '2 min ago'],
    ['2026-01-31T11:00:00Z', '1 h ago'],
    ['2026-01-30T11:00:00Z', '1 d ago'],
    ['2026-01-31T12:00:41Z', 'in 41 s'],
    ['2026-02-02T12:00:00Z', 'in 2 d'],
  ])('writes %s relative to now', (at, expected) => {
    expect(relativeText(at, now)).toBe(expected);
  });

  it('writes a time in a zone', () => {
    expect(absoluteText('2026-01-31T12:00:00Z', 'UTC')).toBe('Jan 31, 2026, 12:00:00');
  });

  it('writes no cost for none, and small ones in full', () => {
    expect([costText(0), costText(0.0012), costText(12.5)]).toEqual(['', '$0.0012', '$12.50']);
  });
});

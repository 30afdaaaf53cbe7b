import { describe, expect, it } from '@jest/globals';
import { absoluteText, costText, durationText, relativeText } from './format.js';

const now = Date.parse('2026-01-31T12:00:00Z');

describe('formats', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_240, '1.2s'],
    [61_000, '1m 1s'],
    [3_720_000, '1h 2m'],
  ])('writes %d ms as %s', (milliseconds, expected) => {
    expect(durationText(milliseconds)).toBe(expected);
  });

  it.each([
    ['2026-01-31T11:59:55Z', '5 seconds ago'],
    ['2026-01-31T11:00:00Z', '1 hour ago'],
    ['2026-01-30T11:00:00Z', 'yesterday'],
    ['2026-02-02T12:00:00Z', 'in 2 days'],
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

import { describe, expect, it } from '@jest/globals';
import { timeIn } from './time-in.js';

describe('a time in a zone', () => {
  it.each([
    ['2026-03-02T08:00:00Z', 'Europe/Berlin', 'Mon, Mar 2, 09:00'],
    ['2026-03-02T08:00:30Z', 'UTC', 'Mon, Mar 2, 08:00:30'],
    ['2026-03-02T08:00:00Z', 'No/Where', 'Mon, Mar 2, 08:00 UTC'],
  ])('%s in %s', (at, zone, text) => {
    expect(timeIn(at, zone)).toBe(text);
  });
});

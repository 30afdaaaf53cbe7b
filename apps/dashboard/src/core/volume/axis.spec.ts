import { describe, expect, it } from '@jest/globals';
import { ticksOf } from './axis.js';

const texts = (from: string, to: string, count: number): string[] =>
  ticksOf(Date.parse(from), Date.parse(to), count, 'UTC').map(({ text }) => text);

describe('the labels of an axis of time', () => {
  it('name the day where it begins', () => {
    expect(texts('2026-11-27T14:00Z', '2026-11-28T14:00Z', 7)).toEqual([
      ...['Fri 14:00', '18:00', '22:00', 'Sat 02:00', '06:00', '10:00', '14:00'],
    ]);
  });

  it('are dates where the range is long', () => {
    expect(texts('2026-11-01T00:00Z', '2026-11-29T00:00Z', 3)).toEqual([
      ...['Nov 1', 'Nov 15', 'Nov 29'],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { receiverRows, succeededPercent, succeededText } from './receivers.js';

describe('receivers', () => {
  it('have their subscriptions together', () => {
    const rows = receiverRows([
      { id: '1', url: 'https://b.example/x?k=1' },
      { id: '2', url: 'https://a.example/' },
      { id: '3', url: 'https://b.example/a' },
      { id: '4', url: 'no url' },
    ]);
    expect(rows.map(({ id, host, path, isRepeated }) => [id, host, path, isRepeated])).toEqual([
      ['2', 'a.example', '/', false],
      ['3', 'b.example', '/a', false],
      ['1', 'b.example', '/x?k=1', true],
      ['4', 'no url', '', false],
    ]);
  });

  it.each([
    [100, '100 %'],
    [99.999, '99.99 %'],
    [99.98, '99.98 %'],
    [94.13, '94.1 %'],
    [0, '0 %'],
  ])('write %d as %s', (percent, expected) => {
    expect(succeededText(percent)).toBe(expected);
  });

  it('have no share where nothing was sent', () => {
    expect(succeededPercent({ succeeded: 0, failed: 0 })).toBeNull();
    expect(succeededPercent({ succeeded: 3, failed: 1 })).toBe(75);
  });
});

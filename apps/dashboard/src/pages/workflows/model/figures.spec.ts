import { describe, expect, it } from '@jest/globals';
import { failedPercent, percentText } from './figures.js';

describe('the figures of a workflow', () => {
  it('have no share of failures where nothing ended', () => {
    expect(failedPercent({ success: 0, error: 0, cancelled: 0 })).toBeNull();
    expect(failedPercent({ success: 2, error: 1, cancelled: 1 })).toBe(25);
  });

  it.each([
    [0, '0 %'],
    [0.01, '< 0.1 %'],
    [2.25, '2.3 %'],
    [100, '100 %'],
  ])('write %d as %s', (percent, expected) => {
    expect(percentText(percent)).toBe(expected);
  });
});

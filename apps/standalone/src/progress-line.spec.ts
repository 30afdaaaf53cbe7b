import { describe, expect, it } from '@jest/globals';
import { progressLine } from './progress-line.js';

describe('the progress line of a rebuild', () => {
  it('shows records, rate and time left while it folds', () => {
    const line = progressLine({
      phase: 'folding',
      records: 250_000,
      totalRecords: 1_000_000,
      elapsedMs: 10_000,
    });
    expect(line).toBe(
      '██████░░░░░░░░░░░░░░░░░░ folding · 250,000 of 1,000,000 records · 25,000/s · 30 s left',
    );
  });

  it('shows no remaining time without a rate', () => {
    for (const records of [0, 7])
      expect(
        progressLine({ phase: 'swapping', records, totalRecords: records, elapsedMs: 0 }),
      ).not.toContain('left');
  });
});

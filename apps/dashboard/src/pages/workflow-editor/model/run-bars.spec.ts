import { describe, expect, it } from '@jest/globals';
import { runBars } from './run-bars.js';

describe('the last runs as bars', () => {
  it('has the newest at the right, a failed one red, one under way as small as can be', () => {
    const rows = [
      { status: 'running', totalDurationMs: null },
      { status: 'error', totalDurationMs: 400 },
      { status: 'success', totalDurationMs: 100 },
    ];
    expect(runBars(rows)).toEqual([
      { total: 10, errors: 0 },
      { total: 20, errors: 20 },
      { total: 1, errors: 0 },
    ]);
  });
});

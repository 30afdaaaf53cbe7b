import { describe, expect, it } from '@jest/globals';
import { timeSpent } from './time-spent.js';

const at = (ms: number): string => new Date(ms).toISOString();
const span = (name: string, startMs: number, durationMs: number | null, status = 'success') => ({
  ...{ id: name, name, type: 'api', status, startedAt: at(startMs), durationMs, attempts: [] },
});

describe('where the time of an execution went', () => {
  it('is a bar for each block, in percent of the whole', () => {
    const { bars, waitedMs } = timeSpent(
      [span('fetch', 0, 250), span('charge', 250, 500, 'error'), span('wait', 750, null)],
      ...([0, 1_000] as const),
    );
    expect(bars.map(({ name, start, width }) => [name, start, width])).toEqual([
      ['fetch', 0, 25],
      ['charge', 25, 50],
      ['wait', 75, 25],
    ]);
    expect(bars.map(({ isFailed }) => isFailed)).toEqual([false, true, false]);
    expect(waitedMs).toBe(0);
  });

  it('counts the waits between tries', () => {
    const attempts = [
      { occurredAt: at(10), retryAt: at(5_010) },
      { occurredAt: at(5_020), retryAt: at(20_020) },
    ];
    expect(timeSpent([{ ...span('charge', 0, 20_100), attempts }], 0, 20_100).waitedMs).toBe(
      20_000,
    );
  });

  it('stays within the whole where clocks differ', () => {
    const [bar] = timeSpent([span('early', -50, 5_000)], 0, 1_000).bars;
    expect([bar?.start, bar?.width]).toEqual([0, 100]);
  });
});

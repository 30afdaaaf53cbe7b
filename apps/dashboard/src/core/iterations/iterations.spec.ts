import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { iterationBars } from './iterations.js';

const counts = fc
  .record({ ok: fc.nat(10_000), failed: fc.nat(10_000), pending: fc.nat(10_000) })
  .map(({ ok, failed, pending }) => ({ ok, failed, total: ok + failed + pending }));

describe('iterationBars', () => {
  it('draws each iteration of a few', () => {
    expect(iterationBars({ ok: 2, failed: 1, total: 4 })).toEqual([
      'ok',
      'ok',
      'failed',
      'pending',
    ]);
    expect(iterationBars({ ok: 0, failed: 0, total: 0 })).toEqual([]);
  });

  it('shows a single failure of thousands', () => {
    expect(iterationBars({ ok: 9_999, failed: 1, total: 10_000 })).toContain('failed');
  });

  it('never has more than twelve bars, nor hides a failure or that it goes on', () => {
    fc.assert(
      fc.property(counts, (iterations) => {
        const bars = iterationBars(iterations);
        expect(bars.length).toBe(Math.min(12, iterations.total));
        expect(bars.includes('failed')).toBe(iterations.failed > 0);
        if (iterations.failed === 0)
          expect(bars.includes('pending')).toBe(iterations.ok < iterations.total);
      }),
    );
  });
});

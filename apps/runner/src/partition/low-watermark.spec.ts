import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodePlace, encodePlace, LowWatermark } from './low-watermark.js';

const place = (offset: number): { offset: number; claimOffset: number } => ({
  offset,
  claimOffset: 0,
});

describe('low watermark', () => {
  it('never passes an open request and never falls back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(50)), { maxLength: 200 }), (steps) => {
        const watermark = new LowWatermark(0, place(0));
        const open = new Set<number>();
        let next = 0;
        let last = 0;
        for (const [admits, pick] of steps) {
          if (admits) {
            watermark.admit(next, place(next * 10));
            open.add(next);
            next += 1;
          } else {
            const settled = [...open][pick % Math.max(1, open.size)];
            if (settled !== undefined) {
              open.delete(settled);
              watermark.settle(settled);
            }
          }
          const { offset } = watermark.current();
          expect(offset).toBe(Math.min(next, ...open));
          expect(offset).toBeGreaterThanOrEqual(last);
          last = offset;
        }
      }),
    );
  });

  it('carries the ledger place of the oldest open request', () => {
    const watermark = new LowWatermark(5, place(50));
    watermark.admit(5, place(55));
    watermark.admit(6, place(60));
    expect(watermark.current()).toEqual({ offset: 5, place: place(55) });
    watermark.settle(5);
    expect(watermark.current()).toEqual({ offset: 6, place: place(60) });
  });

  it('means the start of the log when metadata is absent or unreadable', () => {
    for (const metadata of [undefined, '', 'x', '{}', '{"v":2,"l":4,"c":1}']) {
      expect(decodePlace(metadata)).toEqual({ offset: 0, claimOffset: -1 });
    }
    expect(decodePlace(encodePlace({ offset: 4, claimOffset: 1 }))).toEqual({
      offset: 4,
      claimOffset: 1,
    });
  });
});

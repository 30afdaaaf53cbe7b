import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Watermark } from './watermark.js';

describe('low watermark', () => {
  it('never passes an open record and never moves back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(50)), { maxLength: 200 }), (steps) => {
        const watermark = new Watermark(0, 0);
        const open = new Set<number>();
        let next = 0;
        let last = 0;
        for (const [admits, pick] of steps) {
          if (admits) {
            watermark.admit(next, next * 10);
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

  it('reaches the end when all records are settled in any order, despite gaps', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.nat(1000), { minLength: 1 })
          .map((offsets) => offsets.sort((a, b) => a - b)),
        fc.infiniteStream(fc.nat()),
        (offsets, picks) => {
          const watermark = new Watermark(offsets[0]!, null);
          for (const offset of offsets) expect(watermark.admit(offset, null)).toBe(true);
          const open = [...offsets];
          while (open.length > 0) {
            expect(watermark.current().offset).toBe(open[0]);
            expect(watermark.openCount).toBe(open.length);
            const [settled] = open.splice(picks.next().value % open.length, 1);
            watermark.settle(settled!);
          }
          expect(watermark.current().offset).toBe(offsets.at(-1)! + 1);
        },
      ),
    );
  });

  it('reports the position of the oldest open record', () => {
    const watermark = new Watermark(5, 50);
    expect(watermark.current()).toEqual({ offset: 5, position: 50 });
    watermark.admit(5, 55);
    watermark.admit(6, 60);
    expect(watermark.current()).toEqual({ offset: 5, position: 55 });
    watermark.settle(5);
    expect(watermark.current()).toEqual({ offset: 6, position: 60 });
  });

  it('does not admit a record that is delivered again', () => {
    const watermark = new Watermark(4, null);
    watermark.admit(4, null);
    watermark.settle(4);
    expect(watermark.admit(4, null)).toBe(false);
    expect(watermark.current().offset).toBe(5);
  });
});

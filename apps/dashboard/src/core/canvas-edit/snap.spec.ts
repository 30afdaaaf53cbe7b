import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { snapped } from './snap.js';

const start = { x: 0, y: 0, width: 216, height: 52 };

describe('snapped', () => {
  it('puts the middle of a block on the middle of one above it', () => {
    const above = { x: 103, y: -120, width: 216, height: 52 };
    expect(snapped(start, { x: 100, y: 40 }, [above])).toEqual({
      by: { x: 103, y: 40 },
      guides: { x: 211, y: null },
    });
  });

  it('puts the top of a block on the top of one beside it', () => {
    const beside = { x: 400, y: 37, width: 216, height: 90 };
    expect(snapped(start, { x: 3.4, y: 40 }, [beside])).toEqual({
      by: { x: 3, y: 37 },
      guides: { x: null, y: 37 },
    });
  });

  it('does not look at blocks far away', () => {
    const far = { x: 103, y: 4_000, width: 216, height: 52 };
    expect(snapped(start, { x: 100, y: 40 }, [far]).guides.x).toBeNull();
  });

  it('never moves a block by more than its reach', () => {
    const number = fc.integer({ min: -1_000, max: 1_000 });
    const boxes = fc.array(
      fc.record({ x: number, y: number, width: fc.nat(500), height: fc.nat(500) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(fc.record({ x: number, y: number }), boxes, (by, others) => {
        const result = snapped(start, by, others);
        expect(Math.abs(result.by.x - by.x)).toBeLessThanOrEqual(6);
        expect(Math.abs(result.by.y - by.y)).toBeLessThanOrEqual(6);
      }),
    );
  });
});

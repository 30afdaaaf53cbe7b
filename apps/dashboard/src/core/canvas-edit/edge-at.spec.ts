import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Point } from '../layout/box.js';
import { distance, edgeAt, insertPoint, lengthOf, pointAlong } from './edge-at.js';

const down = {
  points: [
    { x: 0, y: 0 },
    { x: 0, y: 200 },
  ],
  label: null,
};
const corner = {
  points: [
    { x: 100, y: 0 },
    { x: 300, y: 0 },
    { x: 300, y: 100 },
  ],
  label: { x: 160, y: 0 },
};
const routes = [['down', down] as const, ['corner', corner] as const];

describe('edgeAt', () => {
  it('meets an edge beside its line, and nothing further away', () => {
    expect(edgeAt(routes, { x: 6, y: 40 }, 7)).toEqual({ id: 'down', part: 'middle' });
    expect(edgeAt(routes, { x: 8, y: 40 }, 7)).toBeNull();
  });

  it('tells the middle, where a block is put, from the end, where the edge is taken off', () => {
    expect(edgeAt(routes, { x: 3, y: 102 }, 7)).toEqual({ id: 'down', part: 'insert' });
    expect(edgeAt(routes, { x: 0, y: 190 }, 7)).toEqual({ id: 'down', part: 'end' });
  });

  it('keeps most of a short edge for its middle', () => {
    const short = {
      points: [
        { x: 0, y: 0 },
        { x: 0, y: 32 },
      ],
      label: null,
    };
    expect(edgeAt([['short', short]], { x: 0, y: 16 }, 7)?.part).toBe('insert');
    expect(edgeAt([['short', short]], { x: 0, y: 30 }, 7)?.part).toBe('end');
  });

  it('meets the closest of two', () => {
    const other = {
      points: [
        { x: 8, y: 0 },
        { x: 8, y: 200 },
      ],
      label: null,
    };
    expect(
      edgeAt(
        [
          ['other', other],
          ['down', down],
        ],
        { x: 3, y: 40 },
        7,
      )?.id,
    ).toBe('down');
  });

  it('puts "+" beside the label', () => {
    expect(insertPoint(down)).toEqual({ x: 0, y: 100 });
    expect(distance(insertPoint(corner), corner.label)).toBeGreaterThan(60);
  });
});

describe('any point of any edge', () => {
  const coordinate = fc.integer({ min: -2_000, max: 2_000 });
  const points: fc.Arbitrary<Point[]> = fc.array(fc.record({ x: coordinate, y: coordinate }), {
    minLength: 2,
    maxLength: 6,
  });

  it('is met', () => {
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 1, noNaN: true }), (way, share) => {
        const at = pointAlong(way, lengthOf(way) * share);
        expect(edgeAt([['edge', { points: way, label: null }]], at, 1)?.id).toBe('edge');
      }),
    );
  });
});

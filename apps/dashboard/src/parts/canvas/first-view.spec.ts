import { describe, expect, it } from '@jest/globals';
import { broughtIn, firstView, isInView } from './first-view.js';

const stage = { width: 1_000, height: 800 };
const size = { width: 200, height: 50 };

describe('the view of a drawing', () => {
  it('leaves the tools below the last block', () => {
    const bounds = { x: 0, y: 0, width: 400, height: 760 };
    const { y, zoom } = firstView(bounds, stage, null);
    expect(y + bounds.height * zoom).toBeLessThanOrEqual(stage.height - 64);
    expect(firstView({ ...bounds, height: 700 }, stage, null).zoom).toBe(1);
  });

  it.each([
    ['in sight', { x: 100, y: 100 }, { x: 0, y: 0 }],
    ['beside it', { x: 950, y: 100 }, { x: -550, y: 0 }],
    ['below it', { x: 100, y: 2_000 }, { x: 0, y: -1_625 }],
    ['out of both', { x: -300, y: -90 }, { x: 700, y: 465 }],
  ])('moves to a block %s only as it must', (_, at, moved) => {
    const view = { x: 0, y: 0, zoom: 1 };
    const box = { ...size, ...at };
    expect(broughtIn(box, view, stage)).toEqual({ ...moved, zoom: 1 });
    expect(isInView(box, broughtIn(box, view, stage), stage)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mostRows, placeCard, placeList, rowHeight } from './place-list.js';

const windows = fc.record({
  width: fc.integer({ min: 320, max: 2_560 }),
  height: fc.integer({ min: 400, max: 1_600 }),
});
const restPx = 68;

describe('placeList', () => {
  it('never covers the line of the caret and never leaves the window', () => {
    fc.assert(
      fc.property(
        windows,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        (size, x, y, count) => {
          const top = y % (size.height - 20);
          const caret = { left: x % size.width, right: x % size.width, top, bottom: top + 20 };
          const placed = placeList(caret, size, count, restPx);
          const bottom = placed.top + restPx + placed.rows * rowHeight;
          expect(placed.top >= caret.bottom + 4 || bottom <= caret.top - 4).toBe(true);
          expect(placed.left >= 8 && placed.left + placed.width <= size.width - 8).toBe(true);
          expect(placed.rows).toBeLessThanOrEqual(mostRows);
          expect(placed.top >= 8 && bottom <= size.height).toBe(true);
        },
      ),
    );
  });

  it('stands below with 4 px of air, and above where fewer than eight rows fit below', () => {
    const size = { width: 1_440, height: 900 };
    const caret = (top: number) => ({ left: 1_200, right: 1_200, top, bottom: top + 20 });
    expect(placeList(caret(400), size, 23, restPx)).toEqual({
      left: 832,
      top: 424,
      width: 600,
      rows: 8,
    });
    expect(placeList(caret(700), size, 23, restPx)).toEqual({
      ...{ left: 832, top: 700 - 4 - restPx - 8 * rowHeight, width: 600, rows: 8 },
    });
    expect(placeList(caret(700), size, 2, restPx).top).toBe(724);
  });
});

describe('placeCard', () => {
  it('never covers the field, and stands left of it where that has room', () => {
    const field = { left: 1_050, right: 1_420, top: 300, bottom: 400 };
    const chip = { left: 1_180, right: 1_300, top: 320, bottom: 340 };
    const size = { width: 1_440, height: 900 };
    expect(placeCard(chip, field, size, 100)).toEqual({
      ...{ side: 'left', left: 738, top: 280, width: 300, arrow: 50 },
    });
    const narrow = { ...field, left: 16, right: 374 };
    const low = placeCard(
      { ...chip, left: 30, right: 90 },
      narrow,
      { width: 390, height: 844 },
      100,
    );
    expect([low.side, low.top + 100 <= 300]).toEqual(['above', true]);
  });
});

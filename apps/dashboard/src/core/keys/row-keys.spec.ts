import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowAction } from './row-keys.js';

const place = { active: 3, count: 10, perPage: 4 };

describe('rowAction', () => {
  it.each([
    ['ArrowDown', 4],
    ['j', 4],
    ['ArrowUp', 2],
    ['k', 2],
    ['PageDown', 7],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 9],
  ])('moves by %s to row %i', (key, to) => {
    expect(rowAction(key, place, true)).toEqual({ kind: 'move', to });
  });

  it('opens by Enter and peeks by space, once a row is active', () => {
    expect(rowAction('Enter', place, true)).toEqual({ kind: 'open' });
    expect(rowAction(' ', place, true)).toEqual({ kind: 'peek' });
    expect(rowAction('Enter', { ...place, active: -1 }, true)).toBeNull();
  });

  it('takes no letter from a person who switched single keys off, and never Tab', () => {
    expect(rowAction('j', place, false)).toBeNull();
    expect(rowAction('Tab', place, true)).toBeNull();
  });

  it('stays among the rows', () => {
    const places = fc.record({
      active: fc.integer({ min: -1, max: 50 }),
      count: fc.integer({ min: 0, max: 40 }),
      perPage: fc.integer({ min: 1, max: 30 }),
    });
    const keys = fc.constantFrom('j', 'k', 'Home', 'End', 'PageUp', 'PageDown');
    fc.assert(
      fc.property(places, keys, (at, key) => {
        const action = rowAction(key, at, true);
        if (at.count === 0) expect(action).toBeNull();
        else if (action?.kind === 'move') {
          expect(action.to).toBeGreaterThanOrEqual(0);
          expect(action.to).toBeLessThan(at.count);
        }
      }),
    );
  });
});

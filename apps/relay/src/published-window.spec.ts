import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PublishedWindow, windowRecords } from './published-window.js';

describe('the published window', () => {
  it('detects a repeat within the window and forgets older records', () => {
    const window = new PublishedWindow();
    expect(window.isNew('a', 0)).toBe(true);
    expect(window.isNew('a', windowRecords)).toBe(false);
    expect(window.isNew('a', windowRecords + 1)).toBe(true);
  });

  it('never stores more than one window of records', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 200 }), (steps) => {
        const window = new PublishedWindow();
        let offset = 0;
        for (const step of steps) {
          offset += step + 1;
          window.isNew(String(offset), offset);
          expect(window.size).toBeLessThanOrEqual(windowRecords + 1);
        }
      }),
    );
  });
});
